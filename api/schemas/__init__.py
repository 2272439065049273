"""The queries, headers and JSON bodies of requests. api/shapes.py says where the answers are."""
