"""The fields of requests, and what several of them share; a schema of one stands with its route."""
