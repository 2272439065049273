"""The work on records, which processes of their own do: jobs, their queues, and who asks."""
