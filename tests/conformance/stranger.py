"""An implementation written from docs/notation.md alone; it imports nothing of the project."""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
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
    """The canonical text of a JSON record; its deck counts as the game's own."""
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
            shown = ["->", *entry["reveals"]] if "reveals" in entry else []
            line = " ".join(["~:", entry["shuffle"], *entry["order"], *shown])
            lines.append("  " * depth + line)
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
    """The digest of a game with recorded shuffles and these options."""
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


def load(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """The value of JSON text."""
    return json.loads(text)
