"""The routes of the service, one file a resource."""
