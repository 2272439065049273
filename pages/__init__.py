"""The pages: templates, and the code that fills them. Knows neither Flask nor the service."""
