"""Commands for programs that play."""
