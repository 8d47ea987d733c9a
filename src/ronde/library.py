"""The Python library: `import ronde`. Plain values in, plain values out; docs/python.md is its manual."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from ronde.app import commands, queries
from ronde.app.command import CHIEF, Actor, Command, Outcome, notice_text
from ronde.app.desk import Desk
from ronde.app.exchange import ExportContext, export
from ronde.app.queries import Query
from ronde.app.queries import match as match
from ronde.app.settings_text import changed_settings
from ronde.app.views import event_data
from ronde.i18n import error_text
from ronde.model.errors import SettingImpossible
from ronde.model.events import Event, PlayerEntered
from ronde.model.player import Absence
from ronde.model.result import BOARDS
from ronde.model.schedule import is_over
from ronde.model.settings import usual_settings
from ronde.model.systems import SYSTEMS
from ronde.model.tournament import Tournament

Row = dict[str, Any]


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

    def run(self, command: Command) -> Row:
        """Do what a command of `ronde.commands` says; returns what was written, and what to know about it.

        A warning says what went wrong beside it, such as a backup.
        """
        return _written(self._run(command))

    def preview(self, command: Command) -> Row:
        """What `run` would return; nothing is written."""
        return _written(self._desk.preview(command, Actor(self._seat)))

    def ask(self, query: Query) -> Any:
        """The answer to a query of `ronde.queries`, as the data that `--json` prints."""
        return _plain(query.answer(self._now()))

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
        outcome = self._run(
            commands.AddPlayer(
                name, rating=rating, country=country, number=number, club=club, namesake=namesake
            )
        )
        return next(event.player.id for event in outcome.events if isinstance(event, PlayerEntered))

    def leave(self, player: int | str, *, excused: bool = False) -> None:
        """Mark a player as absent from the open round on."""
        self._run(commands.LeaveTournament(player, Absence.EXCUSED if excused else Absence.WITHDRAWN))

    def come_back(self, player: int | str) -> None:
        """Mark a player as present again."""
        self._run(commands.ReturnPlayer(player))

    def pair(self, *, seed: int | None = None, beyond: bool = False) -> list[Row]:
        """Pair all free players; returns the tables of the open round. The same seed gives the same pairs.

        A round beyond those announced is refused without `beyond`.
        """
        chosen = commands.new_seed() if seed is None else seed
        self._run(commands.PairRound(chosen, beyond=beyond))
        return self.tables()

    def result(self, table: int, first: float, second: float, *, replacing: bool = False) -> None:
        """Enter the result of a table of the open round; another result is only replaced if asked for."""
        self._run(commands.EnterResult(table, first, second, replacing=replacing))

    def enter(self, line: str, *, replacing: bool = False) -> None:
        """Enter a result as on a result slip: `poi35`, `145+4`, `table 3 1/2`; `!` closes the round."""
        self._run(commands.EnterLine(line, replacing=replacing))

    def close(self) -> list[Row]:
        """Close the open round; returns the standings after it."""
        self._run(commands.CloseRound())
        return self.standings()

    def reopen(self) -> None:
        """Reopen the last closed round, as long as the next one is not paired."""
        self._run(commands.ReopenRound())

    def undo(self, action: int | None = None) -> None:
        """Undo the last action, or the one whose first event has that number."""
        self._desk.undo(self._seat, action)
        self._tell()

    def redo(self, action: int | None = None) -> None:
        """Redo the last action that was undone, or the one whose first event has that number."""
        self._desk.redo(self._seat, action)
        self._tell()

    def players(self) -> list[Row]:
        """All registered players."""
        return list(self.ask(queries.Players()))

    def tables(self, round: int | None = None) -> list[Row]:
        """The tables of a round, by default of the open one, with names beside numbers."""
        return [self._named(row) for row in self.ask(queries.Pairings(round))["tables"]]

    def standings(self, after: int | None = None) -> list[Row]:
        """The standings after a closed round, by default the last one."""
        return list(self.ask(queries.Standings(after))["rows"])

    def why(self, round: int, table: int, *, language: str = "en") -> Row:
        """Why two players meet, in a sentence, and the cost breakdown of the pair."""
        return self._named(self.ask(queries.Why(round, table, language)))

    def whynot(self, one: int | str, other: int | str, *, round: int | None = None) -> Row:
        """What a pair that was not chosen would cost, and the total of the round with it."""
        return dict(self.ask(queries.WhyNot(one, other, round)))

    def export(self, format: str, *, language: str = "en") -> dict[str, bytes]:
        """The files of an export by name; a single file has the empty name."""
        self._now()
        kept = self._desk.journal.attachments()
        actions = self._desk.by_action()
        return export(ExportContext(self._desk.tournament, language, actions, kept), format).files

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

    def _run(self, command: Command) -> Outcome:
        outcome = self._desk.run(command, Actor(self._seat))
        self._tell()
        for trouble in outcome.troubles:
            warnings.warn(error_text(trouble, "en"), stacklevel=3)
        return outcome

    def _named(self, row: Row) -> Row:
        """A table with the names of its players."""
        names = {
            f"{side}_name": self._desk.tournament.player(row[side]).full_name for side in ("first", "second")
        }
        return {**row, **names}

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
    chosen = changed_settings(usual_settings(system, rounds=rounds or 0, game=board), settings or {})
    command = commands.OpenTournament(name or Path(path).stem, date, chosen)
    return LiveTournament(Desk.begin(Path(path), command))


def open_file(path: str | Path) -> LiveTournament:
    """Open an existing tournament."""
    return LiveTournament(Desk.open(Path(path)))


def _check_choice(key: str, value: str, known: Collection[str]) -> None:
    if value not in known:
        raise SettingImpossible(setting=key, value=value, reason="allowed", allowed=", ".join(known))


def _plain(view: Any) -> Any:
    """A view as JSON has it: dictionaries, lists, numbers and texts."""
    return msgspec.json.decode(msgspec.json.encode(view))


def _written(outcome: Outcome) -> Row:
    notices = [_plain(one) | {"detail": notice_text(one, outcome.after, "en")} for one in outcome.notices]
    facts = [{"kind": type(event).__name__, **event_data(event)} for event in outcome.events]
    return {"number": outcome.number, "facts": _plain(facts), "notices": notices}


def _fact(number: int, at: str, seat: str, event: Event, *, counts: bool) -> Row:
    return {"number": number, "at": at, "seat": seat, "kind": type(event).__name__, "counts": counts}
