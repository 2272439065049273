"""The contract of every store: subclass `Contract` in a test file with a fixture `store`.

Open the store with the `Clock()` of this file, whose time stands still until a test moves it.
"""

from tests.replays.store.contracts.beside import Beside
from tests.replays.store.contracts.clock import Clock
from tests.replays.store.contracts.guests import Guests
from tests.replays.store.contracts.holds import Holds
from tests.replays.store.contracts.lists import Lists
from tests.replays.store.contracts.matches import Matches
from tests.replays.store.contracts.reviews import Reviews
from tests.replays.store.contracts.revisions import Revisions
from tests.replays.store.contracts.searches import Searches
from tests.replays.store.contracts.views import Views

__all__ = ["Clock", "Contract"]


class Contract(Holds, Views, Lists, Searches, Revisions, Beside, Matches, Guests, Reviews):
    """Every test of the contract."""
