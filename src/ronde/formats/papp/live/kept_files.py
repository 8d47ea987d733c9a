"""The files of a PAPP folder as they are kept beside the journal, under `papp/`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import PurePath

from ronde.core.errors import Problem
from ronde.core.player import Player, PlayerId
from ronde.formats.papp import comments as notes
from ronde.formats.papp.comments import Margin, read_notes
from ronde.formats.papp.read.commands import Read, read_commands
from ronde.formats.papp.read.config import CONFIG_NAME, PappConfig
from ronde.formats.papp.read.page import SourceText
from ronde.formats.papp.read.players import PappPeople, read_players

SHELF = "papp/"
"""Under which name the original files are kept beside the journal."""
TEMPLATE_NAMES = ("cell.tmpl", "cell.tpl")
"""The page for crosstables: as the program calls it, and as the manual does; the first one found counts."""
TEMPLATE_NAME = TEMPLATE_NAMES[0]
KINDS = ("config", "players", "new_players", "workfile", "template")


@dataclass(slots=True)
class PappFiles:
    """The bytes of a folder by kind of file; what is missing there is missing here."""

    data: dict[str, bytes] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """Where each file lies, seen from the folder."""

    def page(self, kind: str, *, outside: bool = False) -> SourceText:
        """The file of that kind, empty if there is none."""
        return SourceText.of(self.names.get(kind, kind), self.data.get(kind, b""), outside=outside)

    def attachments(self) -> dict[str, bytes]:
        """What is kept of the folder, so that nothing PAPP knew is lost."""
        places = _places(self.names)
        return {places[kind]: data for kind, data in self.data.items()}


def _places(names: Mapping[str, str]) -> dict[str, str]:
    """Where each kind of file is kept: under its last name, which two of them may share."""
    places: dict[str, str] = {}
    for kind in KINDS:
        if kind in names:
            name = PurePath(names[kind]).name
            taken = SHELF + name in places.values()
            places[kind] = f"{SHELF}{kind}-{name}" if taken else SHELF + name
    return places


def shelved(attachments: Mapping[str, bytes]) -> PappFiles:
    """The files an import once kept."""
    files = PappFiles({"config": attachments.get(SHELF + CONFIG_NAME, b"")}, {"config": CONFIG_NAME})
    names = read_config(files.page("config", outside=True)).files
    choices = {
        "players": (names.players, f"{names.players}.txt"),
        "new_players": (names.new_players,),
        "workfile": (names.workfile,),
        "template": TEMPLATE_NAMES,
    }
    for kind, listed in choices.items():
        files.names[kind] = listed[0]
        for name in reversed(listed):
            place = _places({**files.names, kind: name})[kind]
            if place in attachments:
                files.names[kind] = name
                files.data[kind] = attachments[place]
    return files


def read_config(page: SourceText) -> PappConfig:
    """What a configuration file says; FormatError if PAPP would refuse it."""
    config, remarks = _config(page.path, page.text, page.outside)
    page.remarks += remarks
    return config


@lru_cache(maxsize=8)
def _config(path: str, text: str, outside: bool) -> tuple[PappConfig, tuple[Problem, ...]]:
    """With the remarks on it; every moment of a live folder asks a dozen times what it says."""
    page, read = SourceText(path, text, outside), Read()
    read_commands(page, read, frozenset())
    return read.config, tuple(page.remarks)


class _Everybody:
    """A base that knows every number: only the commands of a workfile are wanted."""

    def __contains__(self, number: object) -> bool:
        return True


@lru_cache(maxsize=4)
def _config_of(config: bytes, workfile: bytes, name: str) -> PappConfig:
    read = Read()
    read_commands(SourceText.of(CONFIG_NAME, config, outside=True), read, frozenset())
    named = read.config.files
    read_commands(SourceText.of(name, workfile, outside=True), read, _Everybody())
    return with_files_of(read.config, named.players, named.new_players, named.workfile)


def with_files_of(config: PappConfig, players: str, new_players: str, workfile: str) -> PappConfig:
    """The configuration with the files that are open before its workfile is read; it cannot move them."""
    files = replace(config.files, players=players, new_players=new_players, workfile=workfile)
    return replace(config, files=files)


def config_of(files: PappFiles) -> PappConfig:
    """What the configuration says, and the commands in the workfile on top of it (papp 3.2)."""
    return _config_of(files.data.get("config", b""), files.data.get("workfile", b""), files.names["workfile"])


def read_kept_config(data: bytes) -> PappConfig:
    """What the text of a configuration that we wrote says."""
    return read_config(SourceText.of(CONFIG_NAME, data, outside=True))


def kept_config(attachments: Mapping[str, bytes]) -> PappConfig:
    """The configuration of the folder an import kept, or PAPP's own defaults."""
    return config_of(shelved(attachments))


def missing_players(attachments: Mapping[str, bytes]) -> list[Problem]:
    """The remark that nobody is known by name because there is no players file."""
    kept = shelved(attachments)
    return [] if "players" in kept.data else [Problem(kept.names["players"], 0, 0, "papp.no-players")]


def read_base(files: PappFiles) -> tuple[PappPeople, list[Problem]]:
    """Everybody the two players files know, and the remarks on them."""
    base = PappPeople()
    remarks: list[Problem] = []
    for kind in ("players", "new_players"):
        page = files.page(kind)
        read_players(page, base, new=kind == "new_players")
        remarks += page.remarks
    return base, remarks


def known_players(base: PappPeople, margin: Margin, country: str) -> dict[PlayerId, Player]:
    """The cards of everybody in the base: with the default country, and what Ronde noted beside them."""
    cards: dict[PlayerId, Player] = {}
    for number, player in base.players.items():
        card = player if player.country else replace(player, country=country)
        note = margin.cards.get(number)
        cards[number] = card if note is None else notes.card_with(card, note, country)
    return cards


def known_in(attachments: Mapping[str, bytes]) -> dict[PlayerId, Player]:
    """Everybody the kept players files know, registered or not."""
    files = shelved(attachments)
    base, _ = read_base(files)
    return known_players(base, read_notes(base.notes), config_of(files).country)
