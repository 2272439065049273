"""The server: waitress, held to what the service promises, and what starts it."""
