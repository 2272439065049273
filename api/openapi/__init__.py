"""The description of the service, as openapi.yaml has it."""
