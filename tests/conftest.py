"""How hypothesis searches: anew at each run, but the same way each time in CI."""

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
