"""Says when to ask again, by how long ago something changed last."""

_STEPS = ((30, 1), (2 * 60, 2), (10 * 60, 5))
_LONGEST = 10


def pause(quiet: float) -> int:
    """After how many seconds to ask again, if nothing has changed for `quiet` seconds.

    >>> pause(0), pause(30), pause(300), pause(3_600)
    (1, 2, 5, 10)
    """
    return next((seconds for until, seconds in _STEPS if quiet < until), _LONGEST)


def watched(quiet: float) -> dict[str, str]:
    """The headers of an answer that is the same for everyone.

    A cache that many share keeps it for a second whatever `max-age` says, so that it is never
    older than that and tells each browser when to ask again.
    """
    return {"Cache-Control": f"public, max-age={pause(quiet)}", "X-Accel-Expires": "1"}


def private(quiet: float) -> dict[str, str]:
    """The headers of an answer to whoever sent this token."""
    return {
        "Cache-Control": "private, no-store",
        "Vary": "Authorization",
        "Poll-After": str(pause(quiet)),
    }
