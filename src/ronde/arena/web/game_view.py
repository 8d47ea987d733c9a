"""A game as a page shows it, and the wall of running games."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right
from ronde.arena.games import (
    ALONE,
    BOTH,
    NOBODY,
    SIDES,
    Answer,
    Choice,
    Description,
    Frame,
    GameRecord,
    RecordedFault,
    Side,
    find_game,
)
from ronde.arena.http import (
    EngineCard,
    GameRow,
    GameServer,
    Manner,
    PersonSide,
    address,
    fault_detail,
    request,
)
from ronde.arena.pages import side_data
from ronde.arena.pages.text import delay_text, fault_text, repeated_text
from ronde.arena.referee import GameState
from ronde.arena.web.visitor import RefereeSite, Visitor
from ronde.i18n import say, section_words
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.request import address_of

# A game as one visitor may see it: the board from his side, public moves, the ending.


_FEW: Final = 400
"""Up to so many moves are offered in a list."""
_REPLAYED: Final = 32
"""How many games keep their positions: otherwise every request would replay the game."""
_replayed: OrderedDict[tuple[str, tuple[tuple[Answer, ...], ...]], list[Frame[Any]]] = OrderedDict()
_replaying: Final = threading.Lock()
_SLOW: Final = 500
"""Milliseconds per second of the limit after which a move is marked: half of it."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    number: int
    moves: tuple[str, str]
    """By side; a question mark for a secret."""
    times: tuple[str, str]
    fault: str = ""
    remark: str = ""
    """That a move was asked for again, or that time was not charged, through no fault of the engine."""


@dataclass(frozen=True, slots=True)
class GameCourse:
    """The course of a game: the score before and after every move, response times, marked moves."""

    scores: list[tuple[int, int]]
    times: list[list[tuple[Side, float]]]
    slow: set[int]


@dataclass(frozen=True, slots=True)
class Turn:
    """What a person is asked for."""

    side: Side
    moves: tuple[str, ...]
    """All legal moves, if they are few."""
    choices: tuple[Choice, ...]
    """Moves offered as buttons."""
    picked: bool
    """Whether moves can be made on the drawing."""


@dataclass(frozen=True, slots=True)
class GameView:
    row: GameRow
    cards: tuple[EngineCard, EngineCard]
    record: GameRecord
    running: bool
    side: Side | None
    """The side the visitor plays."""
    asked: tuple[Side, ...]
    seat: PersonSide | None
    """The visitor's seat."""
    revealed: frozenset[Side]
    """The sides whose raw answers he may read."""
    left: Mapping[Side, float] = field(default_factory=dict)
    """Seconds left for the engines being asked."""

    @property
    def about(self) -> Description:
        return find_game(self.record.game).description

    @property
    def eyes(self) -> frozenset[Side]:
        """Whose secrets are visible: all at the end, until then the visitor's own."""
        if not self.running:
            return BOTH
        return ALONE[self.side] if self.side else NOBODY

    @property
    def readable(self) -> bool:
        """Whether there are requests and answers that he may read."""
        return any(self.cards[side - 1].manner is not Manner.BUILT_IN for side in self.revealed)

    @property
    def last(self) -> int:
        """The number of the last ply."""
        return len(self.record.plies)

    @property
    def frames(self) -> list[Frame[Any]]:
        """The game after each ply, computed once for all spectators."""
        key = self.row.word, self.record.plies
        with _replaying:
            replayed = _replayed.pop(key, None)
        if replayed is None:
            rules = find_game(self.record.game, self.record.settings)
            replayed = list(self.record.frames(rules))
        with _replaying:
            _replayed[key] = replayed
            while len(_replayed) > _REPLAYED:
                _replayed.popitem(last=False)
        return replayed

    def frame(self, number: int) -> Frame[Any]:
        """The game after so many plies."""
        return self.frames[min(max(number, 0), self.last)]

    def drawn(self, number: int) -> dict[str, Any]:
        """One position as a drawing, clickable on the visitor's turn, and as text."""
        rules = find_game(self.record.game, self.record.settings)
        frame = self.frame(number)
        hand = self.side if self.seat is not None and self.seat.awaited else None
        title = f"{self.cards[0].name} – {self.cards[1].name}, {frame.number}"
        return {
            "ply": frame.number,
            "svg": rules.svg(frame.position, self.eyes, title, hand if number >= self.last else None),
            "text": rules.as_text(frame.position, self.eyes),
        }

    def photo(self, number: int) -> str:
        """The position as the start of another game; empty while it would reveal a secret."""
        if self.running:
            return ""
        return find_game(self.record.game, self.record.settings).write(self.frame(number).position)

    @property
    def score(self) -> tuple[int, int]:
        """The current score."""
        if self.record.outcome.over:
            return self.record.outcome.score
        return find_game(self.record.game, self.record.settings).score(self.frame(self.last).position)

    def course(self) -> GameCourse:
        """The course so far; people have no clock, and their time is not drawn."""
        rules = find_game(self.record.game, self.record.settings)
        times = [
            [(one.side, _charged(one)) for one in ply if self.cards[one.side - 1].id]
            for ply in self.record.plies
        ]
        limit = self.row.timeout * _SLOW
        slow = {number for number, ply in enumerate(times, 1) if any(spent > limit for _, spent in ply)}
        return GameCourse(
            [rules.score(frame.position) for frame in self.frames],
            times,
            slow | {fault.ply for fault in self.record.faults},
        )

    def used(self, side: Side) -> float:
        """Seconds used by a side."""
        return sum(_charged(one) for ply in self.record.plies for one in ply if one.side == side) / 1000

    def secret(self, answer: Answer) -> bool:
        """Whether that move is hidden from this visitor."""
        return answer.side not in self.eyes and self.about.secret(answer.move)

    def lines(self, language: str) -> Iterator[MoveLine]:
        faults = {fault.ply: fault for fault in self.record.faults}
        for number, ply in enumerate(self.record.plies, start=1):
            moves, times = ["", ""], ["", ""]
            for answer in ply:
                moves[answer.side - 1] = "?" if self.secret(answer) else answer.move
                times[answer.side - 1] = f"{_charged(answer):.0f}"
            fault_words = self.fault_text(faults[number], language) if number in faults else ""
            remark = _remark(ply, language)
            yield MoveLine(number, (moves[0], moves[1]), (times[0], times[1]), fault_words, remark)

    def fault_text(self, fault: RecordedFault, language: str) -> str:
        """A fault in words, with what was received if this visitor may see it."""
        raw = self.record.plies[fault.ply - 1][-1].raw if 0 < fault.ply <= len(self.record.plies) else ""
        detail = fault_detail(self.record, fault)
        return fault_text(fault.code, detail, language, raw if fault.side in self.revealed else "")

    def turn(self) -> Turn | None:
        """What the visitor is asked for now."""
        if self.side is None or self.seat is None or not self.seat.awaited:
            return None
        rules = find_game(self.record.game, self.record.settings)
        position = self.frame(self.last).position
        moves = tuple(islice(rules.moves(position, self.side), _FEW + 1))
        about = rules.description
        choices = tuple(about.choices(rules, position, self.side))
        return Turn(self.side, moves if len(moves) <= _FEW else (), choices, about.picked)

    def exchanges(self, referee: str) -> Iterator[tuple[int, Side, str, Answer]]:
        """Requests and answers of the sides he may read, without the secret of each move."""
        rules = find_game(self.record.game, self.record.settings)
        position: Any = None
        for frame in self.record.frames(rules):
            for answer in frame.answers:
                card = self.cards[answer.side - 1]
                if answer.side in self.revealed and card.manner is not Manner.BUILT_IN:
                    yield (
                        frame.number,
                        answer.side,
                        _sent(card, self.row, rules.call(position, answer.side), referee),
                        answer,
                    )
            position = frame.position

    def data(self) -> dict[str, Any]:
        """The public record, without what only owners may read, and without secrets while it is played."""
        head = {"id": self.row.id, "kind": self.row.kind, "event": self.row.event, "running": self.running}
        head |= {"begun": self.row.begun, "ended": self.row.ended or None, "timeout": self.row.timeout}
        head["engines"] = [self.row.first or None, self.row.second or None]
        if self.running:
            return {**head, **self._so_far()}
        plies = tuple(tuple(self._as_revealed(answer) for answer in ply) for ply in self.record.plies)
        return {**head, "record": replace(self.record, plies=plies).to_dict()}

    def _as_revealed(self, answer: Answer) -> Answer:
        return answer if answer.side in self.revealed else replace(answer, raw="", messages="")

    def _so_far(self) -> dict[str, Any]:
        rules = find_game(self.record.game, self.record.settings)
        plies = [
            [
                {
                    "side": one.side,
                    "move": None if self.secret(one) else one.move,
                    "milliseconds": _charged(one),
                }
                for one in ply
            ]
            for ply in self.record.plies
        ]
        return {
            "game": self.record.game,
            "players": list(self.record.players),
            "asked": list(self.asked),
            "plies": plies,
            "position": rules.write(self.frame(self.last).position, self.eyes),
        }


def show(
    server: GameServer,
    row: GameRow,
    cards: tuple[EngineCard, EngineCard],
    visitor: Visitor,
    side: Side | None,
) -> GameView:
    """A game as it is now, in a thread, while the loop may play it."""
    running = server.running.get(row.id)
    if running is None and not row.ended:  # it may have ended since the row was read
        row = server.book.reading.game(row.id) or row
    played = row.played
    names = cards[0].name, cards[1].name
    asked: tuple[Side, ...] = ()
    left: dict[Side, float] = {}
    if played is not None:
        record = played.record
    elif running is not None:
        record, asked = _at_one_ply(running.state)
        deadlines = dict(running.deadlines)
        left = {side: max(0.0, until - time.monotonic()) for side, until in deadlines.items()}
    else:
        record = server.book.reading.unfinished(row, names)
    seat = running.sides[side - 1] if running is not None and side else None
    own = frozenset(one for one in SIDES if visitor.owns(cards[one - 1]))
    if side:  # a player reads no answers of others before the end
        own = ALONE[side] if played is None else own | ALONE[side]
    return GameView(
        row,
        cards,
        replace(record, players=names),
        played is None,
        side,
        asked,
        seat if isinstance(seat, PersonSide) else None,
        own,
        {one: left[one] for one in asked if one in left},
    )


def _at_one_ply(state: GameState) -> tuple[GameRecord, tuple[Side, ...]]:
    """The record so far and the sides to move, read again if a ply was played meanwhile."""
    while True:
        record, asked = state.record, tuple(state.asked)
        if len(state.plies) == len(record.plies):
            return record, asked


def _charged(answer: Answer) -> float:
    """The milliseconds charged to an engine."""
    return max(0.0, answer.milliseconds - answer.taken)


def _remark(ply: tuple[Answer, ...], language: str) -> str:
    """The effect of the referee's own delay on a move, if noticeable."""
    again = repeated_text(sum(answer.repeated for answer in ply), language)
    busy = delay_text(sum(answer.taken for answer in ply), language)
    return " ".join(filter(None, (again, busy)))


def _sent(card: EngineCard, row: GameRow, call: dict[str, str], referee: str) -> str:
    hidden = request(
        call,
        game="…",
        move_id="…",
        timeout=row.timeout,
        referee=referee if card.manner is Manner.CALL_BACK else "",
    )
    return address(card.url, hidden).replace("%E2%80%A6", "…")


def ending(shown: GameView, language: str) -> str:
    """The ending of a game in one sentence; empty while it is played."""
    outcome = shown.record.outcome
    if not outcome.over:
        return ""
    known = section_words("games", language)
    key = f"reason-{outcome.reason}"
    reason = say(f"games.{key}", language) if key in known else ""
    if shown.record.faults:
        reason = shown.fault_text(shown.record.faults[-1], language)
    if not outcome.counts:
        return say("pages.annulled", language, reason=reason)
    if outcome.winner is None:
        return say("pages.drawn", language, reason=reason)
    return say("pages.won", language, player=shown.cards[outcome.winner - 1].name, reason=reason)


# Live boards of running games, on the home page and on hall screens.


BOARDS: Final = 8
"""Boards on a hall screen: smaller ones cannot be seen from the back."""
AT_HOME: Final = 6
"""Boards on the home page."""
_ANYBODY: Final = Visitor(None, False, b"")


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A running game: its number, its sides, its position as a drawing, and its clocks."""

    game: int
    kind: str
    cards: tuple[EngineCard, EngineCard]
    svg: str
    context: dict[str, Any]
    """What a large board shows beside the drawing."""


class WallPages:
    """The boards of the home page and of hall screens, also as fragments for open pages."""

    def __init__(self, site: RefereeSite) -> None:
        self.site = site

    def routes(self) -> list[GuardedRoute]:
        return [
            GuardedRoute("/arbitre/wall", self.wall, Right.ANYBODY, version=self._version),
            GuardedRoute("/arbitre/screen", self.screen, Right.ANYBODY),
        ]

    def _version(self, request: Request) -> Hashable:
        """Every screen of a hall asks every two seconds; a thousand spectators cost one drawing a second."""
        return int(time.monotonic()), "screen" in request.query_params, _event(request)

    def wall(self, request: Request) -> Response:
        """The boards as a fragment; with `screen` as on a hall screen."""
        if "screen" in request.query_params:
            return self.site.page(request, "engines/hall_wall.html", games=self._large(request))
        return self.site.page(request, "engines/wall.html", boards=self.boards())

    def screen(self, request: Request) -> Response:
        """The boards on a hall screen: all running games, or those of one competition."""
        event = _event(request)
        context = {"event": event, "name": self.site.competition_name(event), "address": address_of(request)}
        return self.site.page(request, "engines/screen.html", games=self._large(request), **context)

    def _large(self, request: Request) -> list[dict[str, Any]]:
        return [{**one.context, "svg": one.svg} for one in self._boards(_event(request))]

    def boards(self) -> list[SmallBoard]:
        """The boards of the latest games, for the home page."""
        return self._boards("")[:AT_HOME]

    def _boards(self, event: str) -> list[SmallBoard]:
        boards = []
        for row in self.site.book.running(BOARDS, event):
            cards = self.site.server.cards(row)
            if not _ANYBODY.may_see(row, cards, None):
                continue
            shown = show(self.site.server, row, cards, _ANYBODY, None)
            svg = shown.drawn(shown.last)["svg"]
            boards.append(SmallBoard(row.id, row.game, cards, svg, _facts(shown)))
        return boards


def _event(request: Request) -> str:
    return request.query_params.get("event", "")[:200]


def _facts(shown: GameView) -> dict[str, Any]:
    return {
        **side_data(find_game(shown.record.game, shown.record.settings)),
        "key": shown.row.id,
        "kind": shown.row.game,
        "players": [card.name for card in shown.cards],
        "asked": shown.asked,
        "timed": [side in shown.left for side in (1, 2)],
        "left": [shown.left.get(side, 0.0) for side in (1, 2)],
        "score": shown.score,
    }
