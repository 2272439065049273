"""Games in progress: clients and their rights, answers, and when to poll again."""
