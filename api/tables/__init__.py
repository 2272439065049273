"""Games in progress: who asks for one, what they are answered, and when they are to ask again."""
