"""The statements of a tournament: header, presence, pairs, rounds, round-robin table (papp 3.5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from dataclasses import dataclass

from ronde.core.player import PlayerId
from ronde.formats.papp.read.config import MOST_BRIGHTWELL, MOST_ROUNDS
from ronde.formats.papp.read.cursor import Cursor, Unexpected
from ronde.formats.papp.read.lexer import Token
from ronde.formats.papp.read.story import MOST_CLOSED, MOST_PLAYERS, PappGame, Story

BIGGEST_NUMBER = 2_147_483_647


@dataclass(slots=True)
class Teller:
    """The tournament so far, and what a statement is checked against."""

    story: Story
    base: Container[PlayerId]
    """The numbers of all known players."""
    total: int = 64
    """Discs of a game at this point of the file."""


Statement = Callable[[Cursor, Teller], None]


def _name(cursor: Cursor, teller: Teller) -> None:
    cursor.expect("=")
    teller.story.name = cursor.string()


def _rounds(cursor: Cursor, teller: Teller) -> None:
    cursor.expect("=")
    at = cursor.token.at
    rounds = cursor.integer()
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Unexpected("rounds-impossible", at, str(rounds))
    teller.story.rounds = rounds


def _brightwell(cursor: Cursor, teller: Teller) -> None:
    cursor.expect("=")
    teller.story.brightwell = cursor.number(MOST_BRIGHTWELL)


def _date(cursor: Cursor, teller: Teller) -> None:
    cursor.expect("=")
    teller.story.date = cursor.string()


def _presence(cursor: Cursor, teller: Teller) -> None:
    story, base = teller.story, teller.base
    while (sign := cursor.token.kind) in ("+", "-"):
        cursor.take()
        token = cursor.expect("int")
        player = _number(token)
        if player not in base:
            raise Unexpected("player-unknown", token.at, token.text)
        if player not in story.here and len(story.here) >= MOST_PLAYERS:
            raise Unexpected("players-too-many", token.at, token.text)
        story.register(player, present=sign == "+")


def _number(token: Token) -> PlayerId:
    player = int(token.text)
    if player > BIGGEST_NUMBER:
        raise Unexpected("number-too-big", token.at, token.text)
    return player


def _clear(cursor: Cursor, teller: Teller) -> None:
    teller.story.dissolve_all()


# Matches nearly every statement; 20 rounds of 256 players have 5,000 of them.
_SCORE = r"([0-9]{1,9}(?:\.[05])?)"
_SIMPLE = re.compile(
    rf"\( *([0-9]{{1,9}}) +(?:{_SCORE} +([0-9]{{1,9}}) +{_SCORE}|([0-9]{{1,9}})) *\) *;[ \t\r\n]*"
)


def simple_pairs(cursor: Cursor, teller: Teller) -> bool:
    """Read consecutive simple and valid pairs; returns whether there were any.

    Anything unusual is left for `_pair`, which knows all spellings and errors.
    """
    text, story = cursor.page.text, teller.story
    start = at = cursor.token.at
    while (match := _SIMPLE.match(text, at)) is not None:
        game = _simple(match, teller.total)
        if game is None or not story.both_free(game.black, game.white):
            break
        story.pair(game)
        at = match.end()
    if at > start:
        cursor.jump(at)
    return at > start


def _simple(match: re.Match[str], total: int) -> PappGame | None:
    """The game of a simple pair; None if its scores are unusual."""
    black, ours, white, theirs, alone = match.groups()
    if alone is not None:
        return PappGame(int(black), int(alone), None, None, match.start(1))
    first, second = float(ours), float(theirs)
    if first + second != total or ("." in ours) is not ("." in theirs):
        return None
    return PappGame(int(black), int(white), first, second, match.start(1))


def _pair(cursor: Cursor, teller: Teller) -> None:
    parts: list[Token] = []
    while cursor.token.kind in ("int", "half") and len(parts) < 4:
        parts.append(cursor.take())
    cursor.expect(")", "pair-unreadable")
    game = _game(parts, teller.total)
    _check_free(game, teller.story)
    if game.black != game.white:  # PAPP ignores a pair of one player with himself
        teller.story.pair(game)


def _game(parts: list[Token], total: int) -> PappGame:
    """`(b w)`, `(b w s)` with black's score, or `(b s w t)` with both."""
    at = parts[0].at if parts else 0
    kinds = "".join("i" if part.kind == "int" else "h" for part in parts)
    if kinds == "ii":
        return PappGame(_number(parts[0]), _number(parts[1]), at=at)
    if kinds in ("iii", "iih"):
        score = float(parts[2].text)
        return PappGame(_number(parts[0]), _number(parts[1]), score, total - score, at)
    if kinds not in ("iiii", "ihih"):
        raise Unexpected("pair-unreadable", at, " ".join(part.text for part in parts))
    black, white = float(parts[1].text), float(parts[3].text)
    if black + white != total:
        raise Unexpected("sum-wrong", parts[1].at, f"{parts[1].text}/{parts[3].text}, {total}")
    return PappGame(_number(parts[0]), _number(parts[2]), black, white, at)


def _check_free(game: PappGame, story: Story) -> None:
    for player in (game.black, game.white):
        if not story.here.get(player, False):
            key = "player-absent" if player in story.here else "player-unregistered"
            raise Unexpected(key, game.at, str(player))
        if player in story.paired:
            raise Unexpected("player-paired", game.at, str(player))


def _next_round(cursor: Cursor, teller: Teller) -> None:
    story = teller.story
    if len(story.chapters) >= MOST_CLOSED:
        raise Unexpected("rounds-too-many", cursor.token.at)
    for game in story.games:
        pair = f"{game.black}-{game.white}"
        if game.black_score is None:
            raise Unexpected("result-missing", game.at, pair)
        if not 0 <= game.black_score <= teller.total:
            raise Unexpected("result-illegal", game.at, pair)
    story.close_round()


def _table(cursor: Cursor, teller: Teller) -> None:
    at = cursor.token.at
    cursor.expect("[")
    size = cursor.integer()
    cursor.expect("]")
    cursor.expect("=")
    cursor.expect("{")
    seats = []
    while (kind := cursor.token.kind) in ("int", "-"):
        cursor.accept("-")
        number = _number(cursor.expect("int"))
        seats.append(number if kind == "int" else 0)  # -1 is Bip
    cursor.expect("}")
    if len(seats) != size or size % 2 or size < 2:
        key = "table-too-big" if len(seats) > size else "table-too-small"
        raise Unexpected(key, at, f"{len(seats)}, [{size}]")
    if teller.story.chapters:
        raise Unexpected("table-late", at)
    teller.story.seats = tuple(seats)


WORDS: dict[str, Statement] = {
    "raz-couplage": _clear,
    "ronde-suivante": _next_round,
    "table-toutes-rondes": _table,
    "round-robin-table": _table,
}
HEADERS: dict[str, Statement] = {
    "#_Nom-Tournoi": _name,
    "#_Nombre-Rondes": _rounds,
    "#_BQ-double": _brightwell,
    "#_Date": _date,
}
MARKS: dict[str, Statement] = {"&": _presence, "(": _pair}
