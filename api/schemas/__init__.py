"""The queries, headers and JSON bodies of requests. Answers are in cgn/answers.py and api/shapes.py."""
