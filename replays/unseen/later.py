"""Scores that are counted when they are read, because unseen cards decide them."""

from collections.abc import Callable, Iterator, Sequence


class Later(Sequence[int]):
    """Scores that are counted when they are read."""

    def __init__(self, scores: Callable[[], Sequence[int]]) -> None:
        self._scores = scores

    def __len__(self) -> int:
        return len(self._scores())

    def __getitem__(self, at: int) -> int:  # type: ignore[override]  # nobody asks for slices
        return self._scores()[at]

    def __iter__(self) -> Iterator[int]:
        return iter(self._scores())
