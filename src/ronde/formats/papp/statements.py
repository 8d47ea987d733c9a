"""Statements of configuration and workfile (papp 3.2 and 3.5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ronde.formats.papp import config
from ronde.formats.papp.config import MOST_BRIGHTWELL, MOST_ROUNDS, OPTIONS, PappConfig
from ronde.formats.papp.tokens import Cursor, SourceText, Token, TooManyErrors, Unexpected
from ronde.model.player import PlayerId

# The contents of a workfile, statement by statement, in PAPP's terms (papp 3.5).


MOST_PLAYERS = 256
MOST_CLOSED = 127
"""PAPP's fixed tables: one more of either aborts it (papp 2)."""


class PappGame(NamedTuple):
    """Two players of a round, black first; the scores are None until known."""

    black: PlayerId
    white: PlayerId
    black_score: float | None = None
    white_score: float | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class PappRound:
    """One round: who was registered, who was present, and the games in order of creation."""

    registered: int
    """The number of registered players, in order of registration."""
    present: frozenset[PlayerId]
    games: tuple[PappGame, ...]
    seen: frozenset[PlayerId] = frozenset()
    """Who was marked present at any time until then."""


@dataclass(slots=True)
class PappTournament:
    """The tournament while its workfile is being read."""

    name: str | None = None
    """None if the file is of the old format."""
    date: str = ""
    rounds: int | None = None
    brightwell: float | None = None
    here: dict[PlayerId, bool] = field(default_factory=dict)
    """Everybody registered, in order, and whether he is present."""
    games: list[PappGame] = field(default_factory=list)
    paired: dict[PlayerId, PappGame] = field(default_factory=dict)
    seen: set[PlayerId] = field(default_factory=set)
    rounds_read: list[PappRound] = field(default_factory=list)
    seats: tuple[PlayerId, ...] = ()
    """The round-robin table; 0 is Bip."""

    def register(self, player: PlayerId, *, present: bool) -> None:
        """Mark a player present or absent; the first mention determines his order."""
        self.here[player] = present
        if present:
            self.seen.add(player)
        if not present and player in self.paired:
            self.dissolve(self.paired[player])

    def dissolve(self, game: PappGame) -> None:
        """Dissolve a pair."""
        self.games.remove(game)
        del self.paired[game.black], self.paired[game.white]

    def dissolve_all(self) -> None:
        """Dissolve all pairs of this round."""
        self.games.clear()
        self.paired.clear()

    def both_free(self, black: PlayerId, white: PlayerId) -> bool:
        """Whether two different players are present and unpaired."""
        here, paired = self.here, self.paired
        free = black not in paired and white not in paired
        return black != white and free and here.get(black, False) and here.get(white, False)

    def pair(self, game: PappGame) -> None:
        """Pair two players."""
        self.games.append(game)
        self.paired[game.black] = self.paired[game.white] = game

    def papp_round(self) -> PappRound:
        """The current state of the round."""
        present = frozenset(player for player, here in self.here.items() if here)
        return PappRound(len(self.here), present, tuple(self.games), frozenset(self.seen))

    def close_round(self) -> None:
        """Close the round; present players without a game have the bye."""
        self.rounds_read.append(self.papp_round())
        self.dissolve_all()


# The statements of a tournament: header, presence, pairs, rounds, round-robin table (papp 3.5).


BIGGEST_NUMBER = 2_147_483_647


@dataclass(slots=True)
class StatementContext:
    """The tournament so far, and what a statement is checked against."""

    state: PappTournament
    base: Container[PlayerId]
    """The numbers of all known players."""
    total: int = 64
    """Discs of a game at this point of the file."""


Statement = Callable[[Cursor, StatementContext], None]


def _name(cursor: Cursor, context: StatementContext) -> None:
    cursor.expect("=")
    context.state.name = cursor.string()


def _rounds(cursor: Cursor, context: StatementContext) -> None:
    cursor.expect("=")
    at = cursor.token.at
    rounds = cursor.integer()
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Unexpected("rounds-impossible", at, str(rounds))
    context.state.rounds = rounds


def _brightwell(cursor: Cursor, context: StatementContext) -> None:
    cursor.expect("=")
    context.state.brightwell = cursor.number(MOST_BRIGHTWELL)


def _date(cursor: Cursor, context: StatementContext) -> None:
    cursor.expect("=")
    context.state.date = cursor.string()


def _presence(cursor: Cursor, context: StatementContext) -> None:
    state, base = context.state, context.base
    while (sign := cursor.token.kind) in ("+", "-"):
        cursor.take()
        token = cursor.expect("int")
        player = _number(token)
        if player not in base:
            raise Unexpected("player-unknown", token.at, token.text)
        if player not in state.here and len(state.here) >= MOST_PLAYERS:
            raise Unexpected("players-too-many", token.at, token.text)
        state.register(player, present=sign == "+")


def _number(token: Token) -> PlayerId:
    player = int(token.text)
    if player > BIGGEST_NUMBER:
        raise Unexpected("number-too-big", token.at, token.text)
    return player


def _clear(cursor: Cursor, context: StatementContext) -> None:
    context.state.dissolve_all()


# Matches nearly every statement; 20 rounds of 256 players have 5,000 of them.
_SCORE = r"([0-9]{1,9}(?:\.[05])?)"
_SIMPLE = re.compile(
    rf"\( *([0-9]{{1,9}}) +(?:{_SCORE} +([0-9]{{1,9}}) +{_SCORE}|([0-9]{{1,9}})) *\) *;[ \t\r\n]*"
)


def simple_pairs(cursor: Cursor, context: StatementContext) -> bool:
    """Read consecutive simple and valid pairs; returns whether there were any.

    Anything unusual is left for `_pair`, which knows all spellings and errors.
    """
    text, state = cursor.page.text, context.state
    start = at = cursor.token.at
    while (match := _SIMPLE.match(text, at)) is not None:
        game = _simple(match, context.total)
        if game is None or not state.both_free(game.black, game.white):
            break
        state.pair(game)
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


def _pair(cursor: Cursor, context: StatementContext) -> None:
    parts: list[Token] = []
    while cursor.token.kind in ("int", "half") and len(parts) < 4:
        parts.append(cursor.take())
    cursor.expect(")", "pair-unreadable")
    game = _game(parts, context.total)
    _check_free(game, context.state)
    if game.black != game.white:  # PAPP ignores a pair of one player with himself
        context.state.pair(game)


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


def _check_free(game: PappGame, state: PappTournament) -> None:
    for player in (game.black, game.white):
        if not state.here.get(player, False):
            key = "player-absent" if player in state.here else "player-unregistered"
            raise Unexpected(key, game.at, str(player))
        if player in state.paired:
            raise Unexpected("player-paired", game.at, str(player))


def _next_round(cursor: Cursor, context: StatementContext) -> None:
    state = context.state
    if len(state.rounds_read) >= MOST_CLOSED:
        raise Unexpected("rounds-too-many", cursor.token.at)
    for game in state.games:
        pair = f"{game.black}-{game.white}"
        if game.black_score is None:
            raise Unexpected("result-missing", game.at, pair)
        if not 0 <= game.black_score <= context.total:
            raise Unexpected("result-illegal", game.at, pair)
    state.close_round()


def _table(cursor: Cursor, context: StatementContext) -> None:
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
    if context.state.rounds_read:
        raise Unexpected("table-late", at)
    context.state.seats = tuple(seats)


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


# Reads a configuration or a workfile: the same commands are legal in both (papp 3.2).


@dataclass(slots=True)
class ReadFiles:
    """The contents of the files read so far."""

    config: PappConfig = field(default_factory=PappConfig)
    state: PappTournament = field(default_factory=PappTournament)
    notes: list[Token] = field(default_factory=list)


def read_commands(page: SourceText, read: ReadFiles, base: Container[PlayerId]) -> None:
    """Apply everything the page says to `read`; FormatError if anything in it is wrong."""
    cursor = Cursor(page)
    context = StatementContext(read.state, base, read.config.total)
    block_at = 0
    try:
        while cursor.token.kind != "end":
            if cursor.token.kind == "(" and simple_pairs(cursor, context):
                continue
            if cursor.token.kind == "word" and cursor.token.text in ("penalites", "penalite"):
                block_at = cursor.token.at
            _command(cursor, read, context)
        config.check(read.config.penalties, page, block_at)
    except TooManyErrors:
        pass
    read.notes += cursor.notes
    page.settle()


def _command(cursor: Cursor, read: ReadFiles, context: StatementContext) -> None:
    """Parse one command with its semicolon; after a mistake, skip to the next one."""
    start = cursor.token
    try:
        if start.kind != ";":
            _perform(cursor, read, context)
        cursor.expect(";", "semicolon-missing")
    except Unexpected as error:
        cursor.page.refuse(error.key, error.at, error.text)
        if error.key != "semicolon-missing" or not _starts_command(cursor.token) or cursor.token is start:
            cursor.skip_past(";")


def _starts_command(token: Token) -> bool:
    known = token.text in OPTIONS or token.text in ("penalites", "penalite")
    return _statement(token) is not None or (token.kind == "word" and known)


def _perform(cursor: Cursor, read: ReadFiles, context: StatementContext) -> None:
    token = cursor.token
    statement = _statement(token)
    if statement is not None:
        cursor.take()
        statement(cursor, context)
    elif token.kind == "word" and token.text in OPTIONS:
        cursor.take()
        read.config = OPTIONS[token.text](cursor, read.config)
        context.total = read.config.total
    elif cursor.accept_word("penalites", "penalite"):
        read.config = replace(read.config, penalties=config.read_penalties(cursor))
    else:
        raise cursor.unexpected("command-unknown")


def _statement(token: Token) -> Statement | None:
    if token.kind == "word":
        return WORDS.get(token.text)
    return HEADERS.get(token.text) if token.kind == "header" else MARKS.get(token.kind)
