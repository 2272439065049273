"""What holds in every game, as checks that a game from outside passes too. Draws nothing."""
