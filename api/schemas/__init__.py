"""What requests and answers look like: queries, envelopes, problems. Records are notation's."""
