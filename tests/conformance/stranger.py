"""What a stranger writes from docs/notation.md alone: imports nothing of the project."""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain
from typing import Any


def words(seed: str, k: int) -> Iterator[int]:
    """The words of stream k of a seed."""
    key = sha256(b"cgn-shuffle:" + seed.encode()).digest()
    for i in range(1 << 32):
        block = sha256(key + k.to_bytes(4, "big") + i.to_bytes(4, "big")).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))


def index_below(n: int, source: Iterator[int]) -> int:
    """An index below n."""
    return next(w for w in source if w < 2**32 - 2**32 % n) % n


def shuffled(seed: str, k: int, cards: Sequence[str]) -> list[str]:
    """The cards after shuffle k."""
    order, source = list(cards), words(seed, k)
    for j in reversed(range(1, len(order))):
        r = index_below(j + 1, source)
        order[j], order[r] = order[r], order[j]
    return order


def canonical(record: dict[str, Any]) -> str:
    """The canonical text of a record of JSON; its deck is taken for the game's own."""
    tags = {"CGN": str(record["cgn"]), "Game": record["game"], "Rules": str(record["rules"])}
    tags |= dict(sorted(record.get("options", {}).items()))
    tags |= {"ABCDEFGHIJ"[i]: name for i, name in enumerate(record["seats"])}
    for key, name in (("seed", "Seed"), ("seedHash", "SeedHash"), ("termination", "Termination")):
        if key in record:
            tags[name] = record[key]
    tags |= dict(sorted(record.get("tags", {}).items()))
    lines = [f'[{name} "{_escaped(value, chr(34))}"]' for name, value in tags.items()]
    lines += ["", *(_comment(text) for text in record.get("comments", []))]
    lines += _line(record["plies"], 1, 0)
    if "result" in record:
        winners = "+".join(record["result"]["winners"]) or "*"
        lines.append(" ".join(["=", winners, *map(str, record["result"]["scores"])]))
    return "\n".join(lines) + "\n"


def _line(entries: list[dict[str, Any]], number: int, depth: int) -> list[str]:
    lines: list[str] = []
    variations: list[str] = []
    for entry in entries:
        if "shuffle" in entry:
            lines.append("  " * depth + " ".join(["~:", entry["shuffle"], *entry["order"]]))
            continue
        lines += variations
        lines.append("  " * depth + _ply(entry, number))
        variations = [
            text for line in entry.get("variations", []) for text in _variation(line, number, depth)
        ]
        number += 1
    return lines + variations


def _variation(entries: list[dict[str, Any]], number: int, depth: int) -> list[str]:
    lines = _line(entries, number, depth + 1)
    lines[0] = "  " * depth + "( " + lines[0].strip()
    lines[-1] += " )"
    return lines


def _ply(ply: dict[str, Any], number: int) -> str:
    parts = [f"{number}.", f"{ply['seat']}:", ply["move"]]
    if "reveals" in ply:
        parts += ["->", *ply["reveals"]]
    parts += ["^"] * ("irregular" in ply)
    parts += [ply["mark"]] if "mark" in ply else []
    parts += [_comment(text) for text in ply.get("comments", [])]
    if "at" in ply:
        parts.append(_time(round(ply["at"] * 1000)))
    return " ".join(parts)


def _time(milliseconds: int) -> str:
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minute = divmod(minutes, 60)
    clock = f"{hours}:{minute:02}" if hours else str(minute)
    seconds = f"{rest // 1000:02}.{rest % 1000:03}".rstrip("0").rstrip(".")
    return f"@{clock}:{seconds if rest else '00'}"


def _comment(text: str) -> str:
    return "{" + _escaped(text, "}") + "}"


def _escaped(text: str, closing: str) -> str:
    return text.replace("\\", "\\\\").replace(closing, f"\\{closing}").replace("\n", "\\n")


def digest(text: str) -> str:
    """SHA-256 of the text in UTF-8, in hex."""
    return sha256(text.encode()).hexdigest()


def game_digest(record: dict[str, Any], options: dict[str, str]) -> str:
    """The digest of a game whose shuffles are all recorded, with these options settled."""
    lines = ["cgn-game 1", f"game {record['game']}", f"rules {record['rules']}"]
    lines += [f"deck {record['game']}/standard"]
    lines += [f"option {name} {value}" for name, value in sorted(options.items())]
    lines += [f"seats {len(record['seats'])}"]
    for entry in record["plies"]:
        if "shuffle" in entry:
            lines.append(" ".join(["shuffle", entry["shuffle"], *entry["order"]]))
        else:
            lines.append(f"move {entry['seat']} {entry['move']}")
    return digest("".join(f"{line}\n" for line in lines))


def triggs_dealt(seed: str, seats: str) -> str:
    """The digest of the position before ply 1 of a game of Triggs."""
    deck = shuffled(seed, 0, [str(value) for value in range(1, 13) for _ in range(9)])
    lines = ["cgn-position 1", "game triggs", "to-act A"]
    lines += [f"counter row-{row}.{seat} 0" for seat in seats for row in range(1, 13)]
    lines += ["counter extra-due 0"]
    for i, seat in enumerate(seats):
        lines.append(" ".join([f"zone hand.{seat}", *sorted(deck[5 * i : 5 * i + 5])]))
    rest = deck[5 * len(seats) :]
    outer = len(rest) // 4
    piles = {"left": rest[:outer], "middle": rest[2 * outer :], "right": rest[outer : 2 * outer]}
    lines += [" ".join([f"zone {name}", *cards]) for name, cards in piles.items()]
    return digest("".join(f"{line}\n" for line in [*lines, "zone discard", "zone box"]))


def salad_dealt(seed: str, seats: str, rounds: str = "1") -> str:
    """The digest of the position before ply 1 of a game of Point Salad."""
    each = 3 * len(seats)
    packs = [[f"{v}{i:02}" for i in range(1, 19)] for v in ("CB", "CR", "LE", "ON", "PE", "TO")]
    if each < 18:
        packs = [shuffled(seed, k, pack) for k, pack in enumerate(packs)]
    dealt = [pack[at : at + each] for at in range(0, 18, each) for pack in packs]
    deck = shuffled(seed, 6 * (each < 18), list(chain(*dealt[:6])))
    third = len(deck) // 3
    lines = ["cgn-position 1", "game point_salad", "to-act A"]
    if rounds != "1":
        lines += ["counter round 1", *(f"counter banked.{seat} 0" for seat in seats)]
    piles = [deck[i * third : (i + 1) * third] for i in range(3)]
    lines += [" ".join([f"zone pile-{i + 1}", *pile[2:]]) for i, pile in enumerate(piles)]
    lines += [f"zone {i + 1}{ab} {piles[i][at]}" for i in range(3) for at, ab in enumerate("ab")]
    lines += [f"zone {side}.{seat}" for seat in seats for side in ("points", "veggies")]
    lines += [" ".join(["zone box", *chain(*dealt[6:])]), "zone played"]
    return digest("".join(f"{line}\n" for line in lines))


def breakfast_dealt(seed: str, seats: str) -> str:
    """The digest of the position before ply 1 of a game of Grab Your Breakfast."""
    items = ("coffee", "toast", "egg", "pancakes", "cereal")
    cereals = [f"cereal-{kind}" for kind in ("hoops", "flakes", "puffs", "muesli")]
    copies = {"coffee-cup": 4, "coffee-pot": 4, "toast": 8, "egg": 8, "pancakes": 8}
    copies |= {**dict.fromkeys(cereals, 2), "sugar": 3, "jam": 4, "maple-syrup": 3}
    tiles = shuffled(seed, 0, [tile for tile in copies for _ in range(copies[tile])])
    hand = shuffled(seed, 1, [item for item in items for _ in range(8)])
    lines = ["cgn-position 1", "game grab_your_breakfast", "to-act A"]
    lines += [
        f"zone r{i // 5 + 1}c{i % 5 + 1} {tiles[2 * i + 1]} {tiles[2 * i]}" for i in range(25)
    ]
    for i, seat in enumerate(seats):
        lines.append(" ".join([f"zone hand.{seat}", *sorted(hand[2 * i : 2 * i + 2])]))
        lines.append(f"zone tiles.{seat}")
    lines += [" ".join(["zone draw", *hand[2 * len(seats) :]]), "zone discard"]
    return digest("".join(f"{line}\n" for line in lines))


INGREDIENTS = """
bologna ham salami chicken turkey bacon roast-beef pastrami
cream-cheese mozzarella american cheddar swiss provolone brie blue
lettuce pickle onion cucumber sprouts tomato pepper avocado
ketchup butter jelly mustard relish pesto hummus mayonnaise
"""


def sandwich_cards() -> list[str]:
    """The cards of Turkey My Mayonnaise in deck order."""
    categories = ("meat", "cheese", "veggie", "spread")
    copies = {f"R{number:02}": 1 for number in range(1, 27)}
    copies |= dict.fromkeys(INGREDIENTS.split(), 2)
    copies |= {f"double-{name}-{points}": 1 for name in categories for points in (3, 5, 7)}
    copies |= {"tofu": 5, "bonus-5": 5, "bonus-10": 3, "penalty-5": 5, "penalty-10": 3, "steal": 4}
    copies |= {f"spoil-{name}": 2 for name in categories}
    copies |= {"fridge": 2, "swatter": 3, "send-back": 3, "dumpster": 2, "spree": 2}
    copies |= {"inspector": 2, "tmm": 1}
    return [card for card in copies for _ in range(copies[card])]


def sandwich_dealt(seed: str, seats: str, teams: str = "") -> str:
    """The digest of the position before ply 1 of a game of Turkey My Mayonnaise."""
    deck, hand = shuffled(seed, 0, sandwich_cards()), 5 if teams else 7
    owners = seats[: len(seats) // 2] if teams else seats
    counters = [f"banked.{team}" for team in owners]
    counters += [f"{name}.{seat}" for name in ("misses-turn", "draws-4") for seat in seats]
    for team in owners:
        counters += [f"recipe-{n}-{what}.{team}" for n in "123" for what in ("doubled", "stopped")]
    counters += ["turn", "due", "banking", "resume"]
    counters += [f"attack-{what}" for what in ("by", "at", "prey", "onto", "double")]
    counters += [f"open-{level}" for level in "1234"]
    lines = ["cgn-position 1", "game turkey_my_mayonnaise", "to-act A"]
    lines += [f"counter {name} {int(name == 'turn')}" for name in counters]
    for i, seat in enumerate(seats):
        lines.append(" ".join([f"zone hand.{seat}", *sorted(deck[hand * i : hand * i + hand])]))
    lines += [f"zone recipe-{n}.{team}" for team in owners for n in "123"]
    rest = deck[hand * len(seats) :]
    lines += ["zone played", "zone turned-up", " ".join(["zone deck", *rest]), "zone discard"]
    return digest("".join(f"{line}\n" for line in lines))


def load(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """The value of JSON text."""
    return json.loads(text)
