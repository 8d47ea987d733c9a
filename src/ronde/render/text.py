"""Plain text: columns, highlighted parts, QR codes, and scores and names as all lists show them."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator, Sequence

from ronde.i18n import figures, say
from ronde.model.player import PersonChange, Player, PlayerId, differences
from ronde.model.result import Kind, Result, write_number
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.render.go import ranked_name

MOST_CHANGES = 200
"""Changes of a list of people that are shown."""

# Plain text in columns, for terminals, pipes and screen readers.


def width(text: str) -> int:
    """The columns of a text on a terminal: wide letters two, combining marks and joiners none."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(char) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(char) in "WF"
        else 1
        for char in text
    )


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], right: str = "") -> str:
    """Rows under a head; the columns named in `right` by their letter of the alphabet are right-aligned."""
    table = [list(head), *(list(row) for row in rows)]
    widths = [max(width(row[place]) for row in table) for place in range(len(head))]
    flush = {ord(letter) - ord("a") for letter in right}
    lines = [
        "  ".join(_aligned(cell, widths[place], place in flush) for place, cell in enumerate(row)).rstrip()
        for row in table
    ]
    return "\n".join(lines)


def _aligned(cell: str, wide: int, flush_right: bool) -> str:
    gap = " " * (wide - width(cell))
    return gap + cell if flush_right else cell + gap


def change_lines(changes: Sequence[PersonChange], language: str) -> list[str]:
    """Who is new, changed or gone in a list of people, a line each; of many changes the first."""
    lines = [line for one in changes[:MOST_CHANGES] for line in _change_lines(one, language)]
    more = len(changes) - MOST_CHANGES
    return [*lines, *([say("lists.more-changes", language, count=more)] if more > 0 else [])]


def _change_lines(change: PersonChange, language: str) -> list[str]:
    if change.was and change.now:
        return difference_lines(change.was, change.now, language)
    card = change.now or change.was
    assert card is not None
    return [say(f"lists.person-{change.kind}", language, player=card.full_name, number=card.id)]


def difference_lines(before: Player, after: Player, language: str) -> list[str]:
    """What changed of a player, a line for each field."""
    return [
        say(
            "fidelist.changed",
            language,
            player=before.full_name,
            field=say(f"lists.{field}", language),
            was=was or "-",
            now=now or "-",
        )
        for field, (was, now) in differences(before, after).items()
    ]


def in_columns(items: Sequence[str], room: int) -> str:
    """Items down as many equal columns as fit, like a directory listing."""
    wide = max((width(item) for item in items), default=0) + 2
    across = max(1, room // wide)
    down = -(-len(items) // across)
    rows = [items[at::down] for at in range(down)]
    return "\n".join("".join(_aligned(item, wide, False) for item in row).rstrip() for row in rows)


# Highlighted parts of a page of text: entered, won or gained; missing; lost.
#
# Colour never carries information alone. Each face draws these marks in its own way.


GOOD, BAD, MISSING, KEY = "green", "red", "yellow", "cyan"
TITLE, GONE, OPEN = "bold", "dim", f"bold {MISSING}"
_ROW = re.compile(r"^ *(?P<table>\d+)  .*\(\d+\)  .*\(\d+\)(?:.*\b[Kk]omi \S+)?(?P<score>.*)$")
"""A table of a round: its number, two players with theirs, in Go the komi, and the result, if any."""
_MOVES = ((re.compile("▲\\d+"), GOOD), (re.compile("▼\\d+"), BAD))
_STRIP = re.compile("(?<= )[▀▄─°·]+$")
"""The form of a player, at the end of his row."""
_FORM = {"▀": GOOD, "°": GOOD, "▄": BAD, "─": MISSING, "·": GONE}
_LEFT = re.compile(r"\(\d+\) -(?: |$)")
_PLAYER = re.compile(r"\(\d+\)")

Mark = tuple[int, int, str]
"""Start and end of a mark on the page, and its style."""


def marks(page: str) -> Iterator[Mark]:
    """The marks of a page, in drawing order."""
    at = 0
    for number, line in enumerate(lines := page.split("\n")):
        if number == 0 and len(lines) > 2 and not lines[1]:
            yield 0, len(line), TITLE
        if _PLAYER.search(line):
            yield from ((at + begin, at + end, style) for begin, end, style in _row(line))
        at += len(line) + 1


def _row(line: str) -> Iterator[Mark]:
    """The marks of one row that names a player."""
    if _LEFT.search(line):
        yield 0, len(line), GONE
    row = _ROW.match(line)
    if row is not None:
        part, style = ("score", GOOD) if row["score"].strip() else ("table", OPEN)
        yield row.start(part), row.end(part), style
    for mark, style in _MOVES:
        yield from ((match.start(), match.end(), style) for match in mark.finditer(line))
    strip = _STRIP.search(line)
    if strip is not None:
        yield from ((place, place + 1, _FORM[line[place]]) for place in range(strip.start(), strip.end()))


# A QR code in characters, for terminals and plain lists.


QUIET = 2
"""Modules of the quiet zone; cameras need some."""


def qr_text(text: str) -> str:
    """The code of a text in half blocks, light modules filled, for a dark terminal."""
    import segno

    made = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(made, border=QUIET, compact=True)
    return made.getvalue().rstrip("\n")


# Scores, numbers, names and colours in the form that all lists use.


def who(tournament: Tournament, player: PlayerId) -> str:
    return f"{ranked_name(tournament, player)} ({player})"


def score_text(result: Result, language: str, *, relative: bool = False) -> str:
    """A result in its usual notation, or the difference where lists are relative."""
    scores = f"{write_number(result.first)}-{write_number(result.second)}"
    if result.first == result.second == 0.5:  # a game without discs
        scores = "½-½"
    if relative:
        scores = signed(result.first - result.second)
    scores = figures(scores, language)
    if result.kind is Kind.PLAYED:
        return scores
    word = say(f"lists.{result.kind.value}", language)
    return f"{scores} {word}" if result.kind is Kind.FORFEIT else word


def signed(difference: float) -> str:
    """A difference with its sign; zero is `=`."""
    return (
        f"+{write_number(difference)}" if difference > 0 else write_number(difference) if difference else "="
    )


def game_score(tournament: Tournament, result: Result, language: str) -> str:
    """A result of this tournament: both scores, or the difference if its lists are relative."""
    return score_text(result, language, relative=tournament.settings.board.relative)


def own_score(score: str, own: float, total: int) -> str:
    """A score as it is shown, without the other side's where that is the rest of all discs.

    >>> own_score("48-16", 48, 64), own_score("48-10", 48, 64), own_score("-64", 0, 64)
    ('48', '48-10', '-64')
    """
    mine, _, other = score.partition("-")
    return mine if mine and other == write_number(total - own) else score


def tiebreak_text(value: float, tiebreak: str = "brightwell") -> str:
    """A tie-break: two decimals at most; PAPP truncates its own to one (papp 8)."""
    if tiebreak == "brightwell":
        return write_number(int((value + 0.049999) * 10) / 10)
    return write_number(round(value, 2))


def tiebreak_columns(settings: Settings) -> list[str]:
    """The tie-breaks worth a column: with the constant 0 Brightwell equals the discs."""
    ties = settings.tiebreaks
    twice = settings.brightwell == 0 and "discs" in ties and not settings.board.discless
    return [one for one in ties if not (twice and one == "brightwell")]


def column_tiebreak(settings: Settings, tiebreak: str) -> str:
    """The tie-break that a column shows.

    Without its constant Brightwell's sum is that of the discs, and without discs that of the opponents'
    points.
    """
    if tiebreak != "brightwell" or (settings.brightwell and not settings.board.discless):
        return tiebreak
    return "buchholz" if settings.board.discless else "discs"


def colour_name(name: str, language: str) -> str:
    """The name of a colour: the usual ones in the language, others as given."""
    return say(f"common.{name}", language) if name in ("black", "white") else name


def cup_title(place: int, count: int, qualifying: bool, language: str) -> str:
    if place == count - 1:
        return say("pages.final", language)
    if place == count - 2:
        return say("pages.semi-final", language)
    if place == 0 and qualifying:
        return say("pages.qualifying", language)
    if place == count - 3:
        return say("pages.quarter-final", language)
    return say("pages.round", language, number=place + 1)
