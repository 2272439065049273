"""What each key of the full screen does."""

from typing import Final

from cli.draw.glyphs import Signs
from cli.stepper.state import Stepper

HELP: Final = (
    ("Left Right", "one ply back, one ply on"),
    ("Shift+Left Shift+Right", "one round back, one round on"),
    ("Home End", "before the first ply, after the last"),
    ("Space", "play, or pause"),
    ("< >", "slower, faster; the last step is as recorded"),
    ("g", "go to a ply, to a round (r12), or to the end"),
    ("n N", "next, previous mark, comment, variation or mistake, or hit of a search"),
    ("/", "search sentences, comments and cards; Esc ends it"),
    ("m l s", "moves; legal moves; scores and what broke a tie"),
    ("w", "the list of moves as they are written, or in short words"),
    ("f", "the games of the file: s sorts them, / finds some, Enter opens one"),
    ("i o", "into the variation shown here, and out; i again takes the next"),
    ("v", "the next view: all, each seat's, public"),
    ("x", "show or hide comments in a view"),
    ("h", "hide what is to come"),
    ("[ ]", "previous, next record of the file"),
    ("c C", "copy the command that shows this position; copy the position"),
    ("Enter", "at a mistake: the moves that may have been meant"),
    ("Up Down PgUp PgDn", "scroll; Tab chooses what"),
    ("Mouse", "a move, the graph, a variation; a seat lists its cards, a card says where it was"),
    ("?", "this page"),
    ("Ctrl-Z", "suspend; fg in the shell comes back"),
    ("q Ctrl-C", "quit; Esc closes what is open, then quits"),
)
"""What each key does."""

_NARROW: Final = (("n note", "m moves", "l legal", "s scores", "v view"), "?")
_WIDE: Final = (
    (
        *("g go to", "n N note", "/ find", "i o instead", "l legal"),
        *("s scores", "v view", "f games", "c copy"),
    ),
    "? keys",
)
"""The most useful keys of a narrow and of a wide screen; the last one is always shown."""


def useful(stepper: Stepper, width: int, signs: Signs, *, narrow: bool) -> str:
    """The most useful keys at a place: as many as fit into a width, and how to see the others."""
    if stepper.pane == "games":
        return "Enter open  Up Down choose  s sort  / find  Esc back"
    if stepper.pane == "help":
        return "Up Down PgUp PgDn scroll  ? or Esc back"
    if stepper.broken:
        return f"Enter nearest moves  {signs.arrows} ply  n note  l legal  c copy  ? keys  q quit"
    if stepper.instead is not None:
        return f"{signs.arrows} ply  o back to the game  i next variation  m moves  l legal  ? keys"
    some, help_key = _NARROW if narrow else _WIDE
    keys = [f"{signs.arrows} ply", f"{signs.shift} round", "space play", *some]
    while keys and len("  ".join([*keys, help_key])) > width:
        keys.pop()
    return "  ".join([*keys, help_key])
