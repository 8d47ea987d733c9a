"""The desk: one open tournament, what can be done with it, and the only writer of its journal."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Concatenate, Final, ParamSpec

from ronde.app.command import CHIEF, Actor, Command, Context, Outcome, Right
from ronde.app.people import known_numbers
from ronde.model.errors import (
    Conflict,
    EventImpossible,
    KeyUsed,
    NotAllowed,
    NotATournament,
    NothingToRedo,
    NothingToUndo,
    ResultNotYours,
    RondeError,
    SettingImpossible,
    UndoRefused,
)
from ronde.model.events import (
    Event,
    PlayerErased,
    ResultCleared,
    ResultCorrected,
    ResultEntered,
    RoundClosed,
    Undone,
    undone_actions,
)
from ronde.model.player import PlayerId
from ronde.model.replay import apply_event, replay
from ronde.model.tournament import Tournament
from ronde.store import (
    Journal,
    backup_name,
    check_readable,
    create_journal,
    is_server_name,
    network_notices,
    open_journal,
    with_backup,
)
from ronde.store import JournalEntry as JournalEntry
from ronde.store import KeyedRequest as KeyedRequest

# Whether a tournament is in a PAPP folder; called after every action, so nothing is imported for it.


def config_beside(file: Path) -> Path | None:
    """The configuration in the folder of a tournament, or the one that `PAPP_CFG` names."""
    choices = (os.path.join(os.path.dirname(file), "papp.cfg"), os.environ.get("PAPP_CFG"))
    return next((Path(path) for path in choices if path and os.path.isfile(path)), None)


# The desk: one open tournament, what can be done with it, and the only writer of its journal.


__all__ = ["CHIEF", "CHIEF_ACTOR", "Actor", "Desk", "JournalEntry", "KeyedRequest", "Outcome"]

LONG: Final = 10_000
"""From this many events on, a backup is made only when the journal has grown by a tenth."""

CHIEF_ACTOR: Final = Actor()
P = ParamSpec("P")
Decision = Callable[Concatenate[Tournament, P], list[Event]]


def _publish(desk: Desk, before: Tournament) -> None:
    """In a PAPP folder, write the lists that an action asks for."""
    if config_beside(desk.journal.path):
        from ronde.app.papp_folder import publish

        publish(desk, before)


class Desk:
    """An open tournament, and the way to act on it."""

    listener: Callable[[Desk, Tournament], None] = staticmethod(_publish)
    """Called after every action with the tournament before it."""
    known: Callable[[], Collection[PlayerId]] = staticmethod(known_numbers)
    """The numbers of the people known beside the tournament."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.now = 0, Tournament()
        """The number of the journal and the tournament: one value, so that readers need no lock."""
        self.notices: list[RondeError] = []
        self._entries: list[JournalEntry] = []
        self.erased = 0
        """Changes when entries were rewritten because a person was erased."""
        self._copied = 0
        """The number of events in the last backup of this desk."""
        self.refresh()

    @property
    def number(self) -> int:
        return self.now[0]

    @property
    def tournament(self) -> Tournament:
        return self.now[1]

    @classmethod
    def open(cls, path: Path) -> Desk:
        journal = open_journal(path)
        try:
            return cls(journal)
        except (EventImpossible, UndoRefused) as error:
            journal.close()
            raise _unreadable(error, path) from error
        except NotATournament as error:
            journal.close()
            raise with_backup(error, path) from error

    @classmethod
    def create(cls, path: Path) -> Desk:
        desk = cls(create_journal(path))
        desk.notices += network_notices(path)
        return desk

    @classmethod
    def begin(
        cls,
        path: Path,
        command: Command,
        actor: Actor = CHIEF_ACTOR,
        attach: Mapping[str, bytes] | None = None,
    ) -> Desk:
        """A new tournament in a new file; if the command is refused, no file is made."""
        command.decide(Tournament(), Context(actor))
        desk = cls.create(path)
        try:
            desk.notices = desk.run(command, actor, attach=attach).troubles
        except BaseException:
            desk.close()
            raise
        return desk

    def close(self) -> None:
        """Close the journal, which merges the write-ahead log into the file."""
        self.journal.close()

    def refresh(self) -> bool:
        """Read what others wrote; returns whether there was anything."""
        news = self.journal.read(after=self.number)
        if not news:
            return False
        if any(isinstance(entry.event, PlayerErased) for entry in news):
            news, self._entries = self.journal.read(), []  # earlier entries were rewritten
            self.erased = news[-1].number
        if any(isinstance(entry.event, Undone) for entry in news):
            entries = [*self._entries, *news]
            _stacks(entries)
            tournament, self._entries = _standing(entries), entries
        else:
            tournament = self._taken_in(news)
            self._entries.extend(news)  # in place: copying at every action makes a long journal slow
        self.now = news[-1].number, tournament
        return True

    def _taken_in(self, news: list[JournalEntry]) -> Tournament:
        try:
            return replay((entry.event for entry in news), self._known_state)
        except EventImpossible:
            return _one_by_one(news, self._known_state)

    @property
    def _known_state(self) -> Tournament:
        return self.tournament if self._entries else Tournament()

    def run(
        self,
        command: Command,
        actor: Actor = CHIEF_ACTOR,
        *,
        at: int | None = None,
        request: KeyedRequest | None = None,
        attach: Mapping[str, bytes] | None = None,
        preview: Outcome | None = None,
    ) -> Outcome:
        """Do what a command says, and write it down.

        With `at`, only if the journal still has that number. A `request` that was answered before has the
        same outcome again, and no effect. A `preview` of the same command by the same actor is not decided
        again while nobody has written.
        """
        foreseen: Outcome | None = None

        def decide(now: Tournament) -> list[Event]:
            nonlocal foreseen
            if at not in (None, self.number):
                raise Conflict(after=at, now=self.number)
            if preview and preview.number == self.number:
                foreseen = preview
            else:  # with its notices: if they fail, nothing is written
                foreseen = self.preview(command, actor, self.now)
            return foreseen.events

        number, events = self._act(actor.name, attach or {}, decide, request)
        then = self.tournament if number == self.number else self.at(number)
        if foreseen is None:  # answered before
            before = self.at(number - len(events))
            foreseen = Outcome(number, events, before, then, command.notices(before, events, then), [])
        troubles, self.notices = self.notices, []
        return Outcome(number, events, foreseen.before, then, foreseen.notices, troubles)

    def preview(
        self, command: Command, actor: Actor = CHIEF_ACTOR, state: tuple[int, Tournament] | None = None
    ) -> Outcome:
        """What a command would do, now or in a `state`; nothing is written."""
        if state is None:
            self.refresh()
        number, now = state or self.now
        events = self._decided(command, actor, now)
        then = replay(events, now)
        return Outcome(number, events, now, then, command.notices(now, events, then), [])

    def _decided(self, command: Command, actor: Actor, now: Tournament) -> list[Event]:
        for right in command.rights:
            if not actor.may(right):
                raise NotAllowed(right=right.value)
        events = command.decide(now, Context(actor, cache(self.known)))
        if not actor.may(Right.ROUNDS):
            self._check_own(now, events, actor.name)
        return events

    def _check_own(self, now: Tournament, events: list[Event], actor: str) -> None:
        """Refuse to change what somebody else has entered: a helper may change his own results only."""
        for event in events:
            match event:
                case ResultEntered() | ResultCleared():
                    if now.open_round.table(event.table).result is None:
                        continue
                    entry = self.result_entry(event.round, event.table)
                    if entry is None or entry.actor != actor:
                        raise ResultNotYours(table=event.table, seat=entry.actor if entry else "")

    def result_entry(self, round: int, table: int) -> JournalEntry | None:
        """The entry of the journal with the present result of a table."""
        for entry, counts in reversed(self.history()):
            match entry.event:
                case ResultEntered() | ResultCorrected() as event if counts:
                    if (event.round, event.table) == (round, table):
                        return entry
        return None

    def act(self, actor: str, decide: Decision[P], *args: P.args, **kwargs: P.kwargs) -> list[Event]:
        """Decide on the current tournament, and write the decision down.

        If somebody else wrote in between, decide again on the newer state: decisions are pure, so deciding
        twice is harmless.
        """
        return self._act(actor, {}, lambda tournament: decide(tournament, *args, **kwargs))[1]

    def _act(
        self,
        actor: str,
        attach: Mapping[str, bytes],
        decide: Decision[[]],
        request: KeyedRequest | None = None,
    ) -> tuple[int, list[Event]]:
        for _ in range(100):
            self.refresh()
            if request and (answer := self.earlier_answer(request)):
                return answer
            events = decide(self.tournament)
            if not events and not request:
                return self.number, []
            before = self.tournament
            replay(events, before)  # an event that cannot be replayed or read again is never written
            for event in events:
                check_readable(event)
            try:
                last = self.journal.append(
                    events, after=self.number, actor=actor, attach=attach, request=request
                )
            except Conflict:
                continue
            self.refresh()
            self._keep_backup(events)
            self.listener(self, before)
            return last, events
        raise Conflict(after=self.number, now=self.number)

    def earlier_answer(self, request: KeyedRequest) -> tuple[int, list[Event]] | None:
        """What a request wrote when it was first sent: the last number and the events."""
        before = self.journal.earlier_answer(request.actor, request.key)
        if before is None:
            return None
        if before.digest != request.digest:
            raise KeyUsed
        self.refresh()  # another process may have answered it
        entries = self._entries[before.first - 1 : before.last]
        if entries and isinstance(entries[0].event, Undone):
            entries = self._struck_by(entries[0].event)
        return before.last, [entry.event for entry in entries]

    def _struck_by(self, undone: Undone) -> list[JournalEntry]:
        """The entries that an undo removes, or that the undo of an undo restores."""
        turned = self._entries[undone.action - 1].event
        action = turned.action if isinstance(turned, Undone) else undone.action
        return [entry for entry in self._entries if entry.action == action]

    def rewrite(
        self, actor: str, changed: Mapping[int, Event], dropped: Collection[str], event: PlayerErased
    ) -> None:
        """Replace the entries of an erased person; refused if somebody has written in between."""
        before = self.tournament
        self.journal.rewrite(changed, dropped, event, after=self.number, actor=actor)
        self.refresh()
        self.listener(self, before)

    def keep(self, attach: Mapping[str, bytes]) -> None:
        """Store attachments, replacing those of the same name."""
        for _ in range(100):
            self.refresh()
            try:
                self.journal.append_actions([], after=self.number, attach=attach)
            except Conflict:
                continue
            return
        raise Conflict(after=self.number, now=self.number)

    def take_in(
        self, actions: Sequence[tuple[str, Sequence[Event]]], attach: Mapping[str, bytes] | None = None
    ) -> None:
        """Write a complete imported history into this empty journal, all or nothing."""
        entries: list[JournalEntry] = []
        for actor, events in actions:
            first = len(entries) + 1
            entries += [
                JournalEntry(len(entries) + at, first, "", actor, event) for at, event in enumerate(events, 1)
            ]
        _stacks(entries)
        try:
            standing = _standing(entries)
        except UndoRefused as error:  # nothing was undone here: the history itself is impossible
            raise EventImpossible(**error.facts) from error
        self.journal.append_actions(actions, after=0, attach=attach)
        written = self.journal.read(after=0)
        if [entry.event for entry in written] != [entry.event for entry in entries]:
            self.refresh()  # replay what was written
            return
        self.now, self._entries = (written[-1].number, standing), written

    def _keep_backup(self, events: list[Event]) -> None:
        closed = [event.round for event in events if isinstance(event, RoundClosed)]
        if not closed or is_server_name(self.journal.path):  # a database server has its own backups
            return
        if self.number > LONG and self.number < 1.1 * self._copied:
            return
        try:
            self.journal.backup(backup_name(self.journal.path, closed[-1], self.number))
            self._copied = self.number
        except (RondeError, OSError) as error:  # the round is closed and safe; report that its copy is not
            kept = error if isinstance(error, RondeError) else RondeError(detail=str(error))
            self.notices.append(kept)

    def undo(
        self, actor: str, action: int | None = None, request: KeyedRequest | None = None
    ) -> list[JournalEntry]:
        """Undo the last action of this account (the chief: of any account), or the one named."""
        self.refresh()
        done, _ = _stacks(self._entries)
        mine = [one for one in done if self._is_of(actor, one) and action in (None, one)]
        if not mine:
            raise NothingToUndo(seat=actor)
        return self._undo_action(actor, mine[-1], request)

    def redo(
        self, actor: str, action: int | None = None, request: KeyedRequest | None = None
    ) -> list[JournalEntry]:
        """Redo the last undo of this account (the chief: of any account), or the action named."""
        self.refresh()
        _, undone = _stacks(self._entries)
        mine = [one for one in undone if self._is_of(actor, one) and action in (None, self._about(one))]
        if not mine:
            raise NothingToRedo(seat=actor)
        return self._undo_action(actor, mine[-1], request)

    def undoable_actions(self, actor: str) -> tuple[frozenset[int], frozenset[int]]:
        """The actions this account can undo, and those it can redo."""
        done, undone = _stacks(self._entries)
        back = (self._about(one) for one in undone if self._is_of(actor, one))
        return frozenset(one for one in done if self._is_of(actor, one)), frozenset(back)

    def _is_of(self, actor: str, action: int) -> bool:
        return actor in (CHIEF, self._entries[action - 1].actor)

    def _about(self, undo: int) -> int:
        """The action that an undo refers to."""
        written = self._entries[undo - 1].event
        assert isinstance(written, Undone)
        return written.action

    def _undo_action(self, actor: str, action: int, request: KeyedRequest | None) -> list[JournalEntry]:
        """Record that `action` is undone; returns the entries that change for the user."""
        trial = JournalEntry(self.number + 1, self.number + 1, "", actor, Undone(action))
        _standing([*self._entries, trial])
        self.journal.append([trial.event], after=self.number, actor=actor, request=request)
        before = self.tournament
        self.refresh()
        self.listener(self, before)
        return self._struck_by(Undone(action))

    def by_action(self) -> list[tuple[int, str, str, list[Event]]]:
        """The journal by action: number, time, account and events."""
        actions: list[tuple[int, str, str, list[Event]]] = []
        for entry in self._entries:
            if entry.number == entry.action:
                actions.append((entry.action, entry.at, entry.actor, []))
            actions[-1][3].append(entry.event)
        return actions

    def at(self, number: int) -> Tournament:
        """The tournament after the event of that number."""
        return _standing(self._entries[:number])

    def history(self, upto: int | None = None) -> list[tuple[JournalEntry, bool]]:
        """Every entry with whether it counts, by default now, or after the event of that number."""
        entries = self._entries[:upto]
        undone = _struck(entries)
        return [(entry, entry.action not in undone) for entry in entries]


def _stacks(entries: list[JournalEntry]) -> tuple[list[int], list[int]]:
    """The actions that can be undone, and the undos that can be taken back: none after a new action.

    EventImpossible if an undo names neither. Opening the tournament is never undone, nor erasing a person.
    """
    done: list[int] = []
    undone: dict[int, int] = {}
    for entry in entries:
        begins = entry.number == entry.action
        if not isinstance(entry.event, Undone):
            if begins and entry.number > 1:
                undone.clear()
            if begins and entry.number > 1 and not isinstance(entry.event, PlayerErased):
                done.append(entry.action)
        elif begins and entry.event.action in undone:
            done.append(undone.pop(entry.event.action))
        elif begins and entry.event.action in done:
            done.remove(entry.event.action)
            undone[entry.action] = entry.event.action
        else:
            raise EventImpossible(kind="Undone", reason="nothing-to-undo")
    return sorted(done), list(undone)


def _struck(entries: list[JournalEntry]) -> set[int]:
    return undone_actions((entry.action, entry.event) for entry in reversed(entries))


def _standing(entries: list[JournalEntry]) -> Tournament:
    """The tournament of all entries that count; UndoRefused names the first that is no longer possible."""
    undone = _struck(entries)
    standing = [e for e in entries if e.action not in undone and not isinstance(e.event, Undone)]
    try:
        return replay(entry.event for entry in standing)
    except EventImpossible:
        return _one_by_one(standing)


def _unreadable(error: RondeError, path: Path) -> NotATournament:
    """A system or tie-break of a package that is missing is no damage, and a backup would not help."""
    cause: BaseException = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    if isinstance(cause, SettingImpossible) and cause.facts["setting"] in ("system", "tiebreaks"):
        detail = f"{cause.facts['setting']}={cause.facts['value']}"
        return NotATournament(path=str(path), reason="setting", detail=detail, backup="")
    return with_backup(
        NotATournament(path=str(path), reason="damaged", detail=_wrong(error), backup=""), path
    )


def _wrong(error: RondeError) -> str:
    """The number (if known) and kind of the impossible event, and the reason."""
    number = error.facts.get("number")
    reason = f"{error.facts['kind']}, {error.facts['reason']}"
    return reason if number is None else f"{number}: {reason}"


def _one_by_one(entries: list[JournalEntry], start: Tournament | None = None) -> Tournament:
    """Replay one entry at a time, slowly, to find the impossible one."""
    tournament = Tournament() if start is None else start
    for entry in entries:
        try:
            tournament = apply_event(tournament, entry.event)
        except EventImpossible as error:
            kind = type(entry.event).__name__
            raise UndoRefused(number=entry.number, kind=kind, reason=error.facts["reason"]) from error
    return tournament
