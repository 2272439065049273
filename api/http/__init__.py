"""What every route needs of HTTP: bodies, media types, answers, and what is kept of them."""
