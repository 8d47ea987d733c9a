"""What the desk in a PAPP folder stores between runs, outside the journal."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ronde.app.desk import Desk
from ronde.core.events import PlayerChanged, PlayerEntered
from ronde.core.player import Player, PlayerId
from ronde.formats.papp.door import (
    CARD_FIELDS,
    Doings,
    Edition,
    PappConfig,
    read_kept_config,
    shelved,
    write_config,
)

_TYPED, _PLACES, _CONFIG, _WORKFILE = "desk/newcomers", "desk/places", "desk/papp.cfg", "desk/workfile"


@dataclass(frozen=True, slots=True)
class Memory:
    """The newcomers this desk wrote, the allowed list folders, the last configuration and workfile."""

    desk: Desk

    @property
    def typed(self) -> frozenset[PlayerId]:
        """The newcomers whose lines in the new-players file are ours."""
        return frozenset(self._read(_TYPED) or ())

    def remember(self, *, typed: Iterable[PlayerId], registered: Collection[PlayerId]) -> None:
        """Add newcomers that were written; those no longer registered were removed from the file."""
        before = self.typed
        now = frozenset(number for number in {*before, *typed} if number in registered)
        if now != before:
            self._write(_TYPED, sorted(now))

    @property
    def places(self) -> dict[str, bool]:
        """The folders outside the tournament's that were asked about, and the answers."""
        return dict(self._read(_PLACES) or {})

    def answer(self, place: Path, *, allowed: bool) -> None:
        self._write(_PLACES, {**self.places, str(place): allowed})

    @property
    def config(self) -> PappConfig | None:
        """The contents of configuration and workfile when this desk last wrote."""
        kept = self.desk.journal.attachment(_CONFIG)
        return None if kept is None else read_kept_config(kept)

    def remember_config(self, config: PappConfig) -> None:
        text = write_config(config).encode()
        if self.desk.journal.attachment(_CONFIG) != text:
            self.desk.keep({_CONFIG: text})

    def wrote(self, workfile: bytes) -> bool:
        """Whether this is the workfile that was written last or, if none was, the one that was imported."""
        kept = self._read(_WORKFILE)
        if kept is not None:
            return bool(kept["sha256"] == sha256(workfile).hexdigest())
        return shelved(self.desk.journal.attachments()).data.get("workfile") == workfile

    @property
    def edition(self) -> Edition | None:
        """The PAPP version that this desk writes for; None if it never wrote."""
        kept = self._read(_WORKFILE)
        return None if kept is None else Edition(kept["version"], kept["language"])

    def remember_workfile(self, workfile: bytes, edition: Edition) -> None:
        """Store the workfile that was written, and the PAPP version."""
        kept = {"sha256": sha256(workfile).hexdigest(), **asdict(edition)}
        if self._read(_WORKFILE) != kept:
            self._write(_WORKFILE, kept)

    def _read(self, name: str) -> Any:
        kept = self.desk.journal.attachment(name)
        return None if kept is None else json.loads(kept)

    def _write(self, name: str, value: object) -> None:
        self.desk.keep({name: json.dumps(value).encode()})


def doings(desk: Desk) -> Doings:
    """The changed fields of each player, at any seat; and what was changed and undone."""
    cards: dict[PlayerId, Player] = {}
    changed: dict[PlayerId, set[str]] = {}
    undone: dict[PlayerId, dict[str, set[object]]] = {}
    for entry, counts in desk.history():
        event = entry.event
        if isinstance(event, PlayerEntered) and counts:
            cards[event.player.id] = event.player
        elif isinstance(event, PlayerChanged):
            before, after = cards.get(event.id, event.player), event.player
            for name in CARD_FIELDS:
                if getattr(before, name) == getattr(after, name):
                    continue
                if counts:
                    changed.setdefault(after.id, set()).add(name)
                else:
                    undone.setdefault(after.id, {}).setdefault(name, set()).add(getattr(after, name))
            if counts:
                cards[after.id] = after
    return Doings(changed, undone, Memory(desk).typed)
