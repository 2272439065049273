"""The codes of services: reasons to refuse a record that may be right."""

from typing import Final

from notation.codes.code import Code

SERVING: Final = {
    "cgn.too-costly": Code(
        "a service would take too long to work on this",
        "A service estimates from the bytes of a record how long it takes to check, and refuses "
        "what is above its limit, or turns out to take too long. That spares the other users the "
        "wait. Records of games as they are played stay far below the limit; what costs most are "
        "variations. Send fewer records at once, or leave variations out; `cgn validate` checks "
        "the record on your own machine without a limit.",
    ),
}
