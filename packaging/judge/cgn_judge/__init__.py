"""The files of the judge in the page, packed twice, and `manifest.json`, which lists them."""
