"""The pages: templates, and what fills them. Knows neither Flask nor the service."""
