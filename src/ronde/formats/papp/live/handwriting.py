"""Comments that were written into a workfile by hand, which saving must keep (manual, 6.9)."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field

from ronde.formats.papp.read.lexer import tokens

_LINES = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_SPLIT = re.compile(r'((?:[^"%#]|"[^"\r\n]*(?:"|\Z)|%_|#_)*+)(.*)', re.DOTALL)
"""The statements of a line, and the comment after them."""
_PAIR = re.compile(r"\(\s*(\d+)((?:\s+[\d.]+)*)\s*\)")
_WORD = re.compile(r"#_[A-Za-z-]+|[A-Za-z][A-Za-z-]*|&")
_OWN = re.compile(
    r"""\#\#\#+ | \#\ PAPP\ [0-9.]+,.* | %ronde\ .* | %+
    | %+\ *(?:Inscrits\ pour\ la\ ronde | Players\ inscribed\ for\ round | Appariements\ de\ la\ ronde
      | Pairings\ of\ round | Resultats\ de\ la\ ronde | Results\ of\ round | Nouveaux\ joueurs,\ ronde
      | New\ players,\ round | Fin\ des\ nouveaux\ joueurs\ pour\ la\ ronde
      | End\ of\ new\ players\ for\ round
      | Joueurs\ ayant\ change\ de\ nationalite,\ ronde | Players\ with\ changed\ nationalities,\ round
      | Fin\ des\ joueurs\ emigres,\ ronde | End\ of\ emigrants,\ round)\ *[0-9]*\ *""",
    re.VERBOSE,
)
"""The comments that PAPP or Ronde writes (papp 3.5)."""
CLOSED = "ronde-suivante"
END: Hashable = "end"


@dataclass(slots=True)
class _Comments:
    """The comments of one statement: on lines before it, and after it."""

    above: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)


def with_comments(new: str, old: str) -> str:
    """The new workfile with the handwritten comments of the old one, each beside its statement.

    The comment on a removed statement moves to the end of its round.
    """
    kept, rest = _by_hand(old)
    text = _placed(new, kept) if kept else new
    return text + rest


def _by_hand(old: str) -> tuple[dict[tuple[int, Hashable], _Comments], str]:
    """The comments by round and statement; and the text after `__eof__`, which is not parsed."""
    text, rest = _before_end(old)
    comments: dict[tuple[int, Hashable], _Comments] = {}
    waiting: list[str] = []
    number = 1
    for line, key, comment, closes in _read(text):
        own = not comment or _OWN.fullmatch(comment.strip()) is not None
        if key is not None:
            place = comments.setdefault((number, key), _Comments()) if waiting or not own else None
            if place is not None:
                place.above += waiting
                place.behind += [] if own else [comment]
            waiting = []
        elif not own:
            waiting.append(line)
        number += closes
    if waiting:
        comments.setdefault((number, END), _Comments()).above += waiting
    return comments, rest


def _before_end(text: str) -> tuple[str, str]:
    if "__eof__" not in text:
        return text, ""
    end = tokens(text)[-1].at
    return text[:end], text[end:]


def _read(text: str) -> Iterator[tuple[str, Hashable | None, str, int]]:
    """Each line with the first statement on it, the comment after it, and how many rounds it closes."""
    for match in _LINES.finditer(text):
        line = match[1]
        split = _SPLIT.fullmatch(line)
        assert split is not None
        code, comment = split[1].replace("%_", "  "), split[2]
        if line.lstrip().startswith("%_%"):
            comment = ""  # PAPP copies the newcomers there at every save
        yield line.rstrip(), _key(code), comment.rstrip(), code.lower().count(CLOSED)


def _key(code: str) -> Hashable | None:
    """The subject of a statement: the two players, or its first word; None for a line without one."""
    pair = _PAIR.search(code)
    if pair is not None:
        numbers = pair[2].split()
        other = numbers[1] if len(numbers) == 3 else numbers[0] if numbers else "0"
        return frozenset((int(pair[1]), int(float(other))))
    word = _WORD.search(code)
    return word[0].lower() if word else (code.strip() or None)


def _placed(new: str, kept: dict[tuple[int, Hashable], _Comments]) -> str:
    lines: list[str] = []
    number = 1
    for line, key, _, closes in _read(new.removesuffix("\n")):
        mine = kept.pop((number, key), None) if key is not None else None
        if mine is not None:
            lines += mine.above
            line = " ".join([line, *dict.fromkeys(mine.behind)])
        lines.append(line)
        if closes:
            lines += _of_round(kept, number)
        number += closes
    rest = [line for place in sorted({place for place, _ in kept}) for line in _of_round(kept, place)]
    return "\n".join([*lines, *rest]) + "\n"


def _of_round(kept: dict[tuple[int, Hashable], _Comments], number: int) -> Iterable[str]:
    """The remaining comments of a round, in order; they are removed from `kept`."""
    places = [place for place in kept if place[0] == number]
    return [line for place in places for line in _flat(kept.pop(place))]


def _flat(comments: _Comments) -> list[str]:
    return [*comments.above, *comments.behind]
