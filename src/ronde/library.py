"""The Python library: `import ronde`. Plain values in, plain values out; docs/python.md is its manual."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from ronde.app.desk import CHIEF, Desk
from ronde.core.decide import results
from ronde.core.decide.players import player_leaves, player_returns, register_player
from ronde.core.decide.rounds import open_tournament, reopen_round
from ronde.core.entry import line_facts, read_line
from ronde.core.errors import SettingImpossible
from ronde.core.events import Event
from ronde.core.player import Absence, Player, split_name
from ronde.core.published import published
from ronde.core.result import BOARDS, Result
from ronde.core.schedule import is_over
from ronde.core.settings import usual_settings
from ronde.core.systems import SYSTEMS
from ronde.core.tournament import Tournament
from ronde.formats import data
from ronde.formats.door import Dossier, export
from ronde.formats.settings_text import changed
from ronde.games.door import Game, find_game
from ronde.pairing import door as pairing
from ronde.scoring import door as scoring

Row = dict[str, Any]
_SEEDS = 2**31
Mover = Callable[[str, int], str]
"""A function of the position as its side sees it and the seconds it has; returns its move."""


class LiveTournament:
    """A tournament in its file. Every change is one action, stored at once, that can be undone."""

    def __init__(self, desk: Desk, seat: str = CHIEF) -> None:
        self._desk, self._seat = desk, seat
        self._listeners: list[Callable[[str, Row], object]] = []
        self._seen = desk.number

    def __enter__(self) -> LiveTournament:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._desk.close()

    @property
    def name(self) -> str:
        return self._now().name

    @property
    def over(self) -> bool:
        """Whether all announced rounds have been played."""
        return is_over(self._now())

    def add(
        self,
        name: str,
        *,
        rating: int = 0,
        country: str = "",
        number: int = 0,
        club: str = "",
        namesake: bool = False,
    ) -> int:
        """Register a player (`SURNAME Given` or a single name); returns their number.

        A name that is registered already is refused, unless it belongs to a namesake.
        """
        surname, given = split_name(name)
        player = Player(number, surname, given, country, rating=rating, club=club)
        before = set(self._now().players)
        self._act(register_player, player=player, namesake=namesake)
        return next(iter(set(self._desk.tournament.players) - before))

    def leave(self, player: int, *, excused: bool = False) -> None:
        """Mark a player as absent from the open round on."""
        reason = Absence.EXCUSED if excused else Absence.WITHDRAWN
        self._act(player_leaves, number=player, reason=reason)

    def come_back(self, player: int) -> None:
        """Mark a player as present again."""
        self._act(player_returns, number=player)

    def pair(self, *, seed: int | None = None) -> list[Row]:
        """Pair all free players; returns the tables of the open round. The same seed gives the same pairs."""
        chosen = secrets.randbelow(_SEEDS) if seed is None else seed
        self._act(lambda now: pairing.complete_round(now, seed=chosen))
        return self.tables()

    def result(self, table: int, first: float, second: float) -> None:
        """Enter the result of a table of the open round, or replace it."""
        self._act(results.enter_at_table, table=table, result=Result(first, second))

    def enter(self, line: str) -> None:
        """Enter a result as on a result slip: `poi35`, `145+4`, `table 3 1/2`."""
        self._act(lambda now: line_facts(now, reading=read_line(line, now), replacing=False))

    def close(self) -> list[Row]:
        """Close the open round; returns the standings after it."""
        self._act(scoring.close_and_freeze)
        return self.standings()

    def reopen(self) -> None:
        """Reopen the last closed round, as long as the next one is not paired."""
        self._act(reopen_round)

    def undo(self) -> None:
        self._desk.undo(self._seat)
        self._tell()

    def redo(self) -> None:
        self._desk.redo(self._seat)
        self._tell()

    def players(self) -> list[Row]:
        """All registered players."""
        return data.players_data(self._now())

    def tables(self, round: int | None = None) -> list[Row]:
        """The tables of a round, by default of the open one, with names beside numbers."""
        now = self._now()
        played = now.open_round if round is None else now.round(round)
        return [_named(now, data.table_data(table)) for table in played]

    def standings(self, after: int | None = None) -> list[Row]:
        """The standings after a closed round, by default the last one."""
        now = published(self._now())
        rows: list[Row] = data.standings_data(now, scoring.standings(now, after))["rows"]
        return rows

    def why(self, round: int, table: int) -> Row:
        """The cost breakdown of a pair."""
        now = self._now()
        return _named(now, data.table_data(now.round(round).table(table)))

    def whynot(self, one: int, other: int, *, round: int | None = None, seed: int = 0) -> Row:
        """What a pair that was not chosen would cost, and the total of the round with it."""
        now = self._now()
        number = now.open_round.number if round is None else round
        return data.whynot_data(number, pairing.why_not(now, one, other, number=number, seed=seed))

    def export(self, format: str, *, language: str = "en") -> dict[str, bytes]:
        """The files of an export by name; a single file has the empty name."""
        self._now()
        kept = self._desk.journal.attachments()
        actions = self._desk.by_action()
        return export(Dossier(self._desk.tournament, language, actions, kept), format).files

    def history(self) -> Iterator[Row]:
        """Every event in order: its number, time, account and kind, and whether it still counts."""
        self._now()
        for entry, counts in self._desk.history():
            yield _fact(entry.number, entry.at, entry.actor, entry.event, counts=counts)

    def listen(self, listener: Callable[[str, Row], object]) -> None:
        """Call `listener(kind, event)` for new events: those of this program at once, others at `refresh`."""
        self._listeners.append(listener)

    def refresh(self) -> None:
        """Read what other programs wrote, and call the listeners."""
        self._now()

    def _act(self, decide: Callable[..., list[Event]], **wishes: Any) -> None:
        self._desk.act(self._seat, decide, **wishes)
        self._tell()

    def _now(self) -> Tournament:
        self._desk.refresh()
        self._tell()
        return self._desk.tournament

    def _tell(self) -> None:
        news = [entry for entry, _ in self._desk.history() if entry.number > self._seen]
        self._seen = self._desk.number
        for entry in news:
            fact = _fact(entry.number, entry.at, entry.actor, entry.event, counts=True)
            for listener in self._listeners:
                listener(fact["kind"], fact)


def create(
    path: str | Path,
    name: str = "",
    *,
    system: str = "swiss",
    board: str | None = None,
    rounds: int | None = None,
    date: str = "",
    settings: Mapping[str, str] | None = None,
) -> LiveTournament:
    """A new tournament in a new file; `board` is othello, othello10, go or chess, as in `ronde new --game`.

    `settings` are given by their dotted names, as `ronde settings` shows them.
    """
    _check_choice("system", system, SYSTEMS)
    if board is not None:
        _check_choice("board", board, BOARDS)
    chosen = changed(usual_settings(system, rounds=rounds or 0, game=board), settings or {})
    title = name or Path(path).stem
    open_tournament(Tournament(), name=title, date=date, settings=chosen)  # refuse before a file is made
    desk = Desk.create(Path(path))
    desk.act(CHIEF, open_tournament, name=title, date=date, settings=chosen)
    return LiveTournament(desk)


def open_file(path: str | Path) -> LiveTournament:
    """Open an existing tournament."""
    return LiveTournament(Desk.open(Path(path)))


def match(costs: Sequence[Sequence[int]], *, seed: int = 0, forbidden: Sequence[tuple[int, int]] = ()) -> Row:
    """The cheapest way to pair an even number of people, with the duals that prove it.

    `costs` is symmetric, whole and not negative. The answer has `pairs`, `total` and `proof`.
    """
    cheapest = pairing.cheapest(costs, seed=seed, forbidden=forbidden)
    sets = [{"people": one.people, "inside": one.inside, "z": one.z} for one in cheapest.proof.sets]
    proof = {
        "y": cheapest.proof.y,
        "sets": sets,
        "scale": cheapest.proof.scale,
        "noise": cheapest.proof.noise,
    }
    pairs = [(one, other) for one, other in enumerate(cheapest.partner) if one < other]
    return {"pairs": pairs, "total": cheapest.total, "proof": proof}


def game(name: str, **switches: Any) -> Game[Any]:
    """The rules of a game by its name, with some of its switches set."""
    return find_game(name, switches)


def play(rules: Game[Any] | str, first: Mover, second: Mover, *, seed: int = 0, seconds: float = 10.0) -> Row:
    """Play one game between two functions `move(view, seconds_left)`, each with so many seconds for a move.

    The answer has `winner` (1, 2 or None), `reason`, `moves` and `faults`; a function that fails, is late or
    makes an illegal move loses.
    """
    from ronde.engines.door import InsideEngine
    from ronde.referee.door import Clock
    from ronde.referee.door import play as play_game

    book = find_game(rules) if isinstance(rules, str) else rules
    engines = (
        InsideEngine("first", lambda ask: first(ask.view, ask.seconds)),
        InsideEngine("second", lambda ask: second(ask.view, ask.seconds)),
    )
    record = play_game(book, engines, Clock(seconds, 0.0, fixed=True), seed=seed).record
    return {
        "winner": record.outcome.winner,
        "reason": record.outcome.reason,
        "moves": record.moves,
        "faults": [{"side": one.side, "code": one.code, "detail": one.detail} for one in record.faults],
    }


def _check_choice(key: str, value: str, known: Collection[str]) -> None:
    if value not in known:
        raise SettingImpossible(setting=key, value=value, reason="allowed", allowed=", ".join(known))


def _named(now: Tournament, row: Row) -> Row:
    names = {f"{side}_name": now.player(row[side]).full_name for side in ("first", "second")}
    return {**row, **names}


def _fact(number: int, at: str, seat: str, event: Event, *, counts: bool) -> Row:
    return {"number": number, "at": at, "seat": seat, "kind": type(event).__name__, "counts": counts}
