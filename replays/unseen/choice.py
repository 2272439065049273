"""Choices by a fixed generator, the same everywhere."""

_MASK = (1 << 64) - 1


class Choice:
    """Numbers from a fixed generator, the same everywhere."""

    def __init__(self, seed: int) -> None:
        self._state = seed * 2862933555777941757 + 3037000493 & _MASK

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._state = self._state * 6364136223846793005 + 1442695040888963407 & _MASK
        return (self._state >> 33) % n

    def shuffle(self, cards: list[str]) -> None:
        """Put cards in another order."""
        for n in range(len(cards), 1, -1):
            other = self.below(n)
            cards[n - 1], cards[other] = cards[other], cards[n - 1]
