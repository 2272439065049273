"""The queries, headers and JSON bodies of requests. cgn/answers.py has the answers."""
