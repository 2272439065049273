"""Programs that play, over their standard input and output, and matches between them."""
