"""The client of a service that `cgn upload` and `cgn download` share."""
