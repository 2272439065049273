"""What `cgn new-game` writes: a package with a game that is played, whose name is put in."""
