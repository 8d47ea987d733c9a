"""The whole journal of a tournament as JSON, written and read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from ronde import __version__
from ronde.formats.files import ImportResult, read_file
from ronde.model.errors import FormatError, Problem, RuleError
from ronde.model.events import (
    EVENT_TYPES,
    Event,
    PlayerChanged,
    PlayerEntered,
    SettingsChanged,
    TournamentOpened,
    Undone,
)
from ronde.model.player import clean_name
from ronde.model.settings import check_settings

FORMAT = "ronde-journal"
VERSION = 1


class _Fact(msgspec.Struct):
    """One line of the journal."""

    kind: str
    data: msgspec.Raw
    actor: str
    action: int
    at: str = ""


class _Journal(msgspec.Struct):
    format: str
    version: int
    facts: list[_Fact]
    written_by: str = ""


def write_journal(actions: Sequence[tuple[int, str, str, Sequence[Event]]]) -> bytes:
    """All actions (number, time, actor, events) of a journal, including undone ones."""
    facts = [
        _Fact(type(event).__name__, msgspec.Raw(msgspec.json.encode(event)), actor, action, at)
        for action, at, actor, events in actions
        for event in events
    ]
    journal = _Journal(FORMAT, VERSION, facts, f"ronde {__version__}")
    return msgspec.json.format(msgspec.json.encode(journal), indent=1) + b"\n"


def read_journal(path: Path) -> ImportResult:
    """The events of a file written by `write_journal`; refused whole if anything in it is wrong."""
    content = read_file(path)
    try:
        journal = msgspec.json.decode(content, type=_Journal)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _refusal(path, "formats.json-unreadable", str(error)) from error
    if journal.format != FORMAT or journal.version > VERSION:
        raise _refusal(path, "formats.json-foreign", f"{journal.format} {journal.version}")
    if not journal.facts:
        raise _refusal(path, "formats.list-empty", "")
    facts = tuple(_event(path, place, fact) for place, fact in enumerate(journal.facts, start=1))
    return ImportResult(facts, steps=_steps(path, journal.facts, facts))


def _event(path: Path, place: int, fact: _Fact) -> Event:
    kind = EVENT_TYPES.get(fact.kind)
    if kind is None:
        raise _refusal(path, "formats.json-fact", f"{place}: {fact.kind}")
    try:
        event: Event = msgspec.json.decode(fact.data, type=kind)
        clean_name(fact.actor, needed=False)
        _check(event)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _refusal(path, "formats.json-fact", f"{place}: {error}") from error
    except RuleError as error:
        raise _refusal(path, "formats.json-fact", f"{place}: {fact.kind}, {error.code}") from error
    return event


def _check(event: Event) -> None:
    """Check settings and texts, which replay trusts because a decision has checked them."""
    if isinstance(event, TournamentOpened | SettingsChanged):
        check_settings(event.settings)
        clean_name(event.name)
        clean_name(event.date, needed=False)
    if isinstance(event, PlayerEntered | PlayerChanged):
        card = event.player
        clean_name(card.name)
        for text in (
            card.first_name,
            card.country,
            card.club,
            card.comment,
            card.phone,
            card.email,
            *card.categories,
        ):
            clean_name(text, needed=False)


def _steps(path: Path, lines: list[_Fact], facts: Sequence[Event]) -> tuple[tuple[str, int], ...]:
    """The events of each action; undos name actions by number, so the numbers must be the file's own."""
    steps: list[tuple[str, int]] = []
    for place, fact in enumerate(lines, start=1):
        if fact.action == place:
            steps.append((fact.actor, 1))
        elif steps and fact.action == place - steps[-1][1]:
            steps[-1] = (fact.actor, steps[-1][1] + 1)
        else:
            raise _refusal(path, "formats.json-fact", f"{place}: action {fact.action}")
        undone = facts[place - 1]
        if isinstance(undone, Undone) and undone.action >= place:
            raise _refusal(path, "formats.json-fact", f"{place}: {undone.action}")
    return tuple(steps)


def _refusal(path: Path, key: str, text: str) -> FormatError:
    return FormatError([Problem(str(path), 1, 1, key, text)])


def pretty(data: Any) -> str:
    r"""Plain data as readable JSON; undecodable bytes of a path are written as `\udcff`."""
    try:
        encoded = msgspec.json.encode(data)
    except UnicodeEncodeError:
        encoded = msgspec.json.encode(_encodable(msgspec.to_builtins(data)))
    return msgspec.json.format(encoded, indent=1).decode()


def _encodable(data: Any) -> Any:
    if isinstance(data, str):
        return data.encode("utf-8", "backslashreplace").decode()
    if isinstance(data, dict):
        return {_encodable(key): _encodable(value) for key, value in data.items()}
    return [_encodable(one) for one in data] if isinstance(data, list | tuple) else data
