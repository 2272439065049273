"""The speed at which plies play by themselves."""

_AS_RECORDED = 0.0
_SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, _AS_RECORDED)
"""In plies a second."""


class Speed:
    """A speed, at first a ply a second; `str` gives it in words."""

    def __init__(self) -> None:
        self._at = _SPEEDS.index(1.0)

    def __str__(self) -> str:
        speed = _SPEEDS[self._at]
        if speed == _AS_RECORDED:
            return "as recorded"
        if speed > 1:
            return f"{speed:g} plies a second"
        return "a ply a second" if speed == 1 else f"a ply in {1 / speed:g} seconds"

    def change(self, step: int) -> None:
        """Take the next faster speed, or with -1 the next slower, if there is one."""
        self._at = min(max(self._at + step, 0), len(_SPEEDS) - 1)

    def delay(self, times: list[float]) -> float:
        """Seconds until the next ply. `times` are the recorded times of this ply and the next.

        At the recorded speed, a second if one of the two times is missing.
        """
        speed = _SPEEDS[self._at]
        if speed != _AS_RECORDED:
            return 1 / speed
        return max(times[-1] - times[0], 0.0) if len(times) > 1 else 1.0
