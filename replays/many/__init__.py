"""Many records: archives, jobs over them, and what is found in them."""
