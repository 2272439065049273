"""A client of the service: its answers, and how to ask for them. Knows neither Flask nor pages."""
