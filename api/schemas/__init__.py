"""The queries, headers and JSON bodies of requests. Answers are in api/shapes.py."""
