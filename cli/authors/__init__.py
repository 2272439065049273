"""Commands for authors of games: write a package with a game, check one."""
