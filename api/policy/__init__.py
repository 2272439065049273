"""Who may ask for what, how often, and from which pages."""
