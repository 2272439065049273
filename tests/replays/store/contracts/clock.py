"""A clock that stands still."""


class Clock:
    """Tells `now`, until a test says otherwise."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now
