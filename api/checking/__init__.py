"""Jobs with their cost, and the processes that run them, within limits."""
