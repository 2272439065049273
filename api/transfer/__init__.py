"""Records on their way in and out: an upload, and a stream of many."""
