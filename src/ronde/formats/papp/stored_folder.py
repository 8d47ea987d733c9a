"""The files of a PAPP folder, stored beside the journal under `papp/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path, PurePath

from ronde.formats.files import LARGEST, read_file
from ronde.formats.papp import comments as notes
from ronde.formats.papp.comments import FolderNotes, read_notes
from ronde.formats.papp.config import CONFIG_NAME, PappConfig
from ronde.formats.papp.players import PappPeople, read_players
from ronde.formats.papp.statements import ReadFiles, read_commands
from ronde.formats.papp.tokens import SourceText, decode
from ronde.model.errors import Problem
from ronde.model.player import Player, PlayerId

ATTACHMENT_PREFIX = "papp/"
"""The prefix of the original files beside the journal."""
TEMPLATE_NAMES = ("cell.tmpl", "cell.tpl")
"""The template of crosstables: the program's name for it, and the manual's; the first one found counts."""
TEMPLATE_NAME = TEMPLATE_NAMES[0]
_PLAYERS = re.compile(r"\ufeff?([0-9]+\s+\S|(pays|federation)\s*=|[%#])", re.IGNORECASE)
KINDS = ("config", "players", "new_players", "workfile", "template")


@dataclass(slots=True)
class PappFiles:
    """The bytes of a folder by kind of file; missing files are absent."""

    data: dict[str, bytes] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """The path of each file, relative to the folder."""

    def page(self, kind: str, *, outside: bool = False) -> SourceText:
        """The file of that kind, empty if there is none."""
        return SourceText.of(self.names.get(kind, kind), self.data.get(kind, b""), outside=outside)

    def attachments(self) -> dict[str, bytes]:
        """All files of the folder, so that nothing is lost."""
        places = _places(self.names)
        return {places[kind]: data for kind, data in self.data.items()}


def _places(names: Mapping[str, str]) -> dict[str, str]:
    """The stored name of each kind of file: its base name, made unique."""
    places: dict[str, str] = {}
    for kind in KINDS:
        if kind in names:
            name = PurePath(names[kind]).name
            taken = ATTACHMENT_PREFIX + name in places.values()
            places[kind] = f"{ATTACHMENT_PREFIX}{kind}-{name}" if taken else ATTACHMENT_PREFIX + name
    return places


def stored_files(attachments: Mapping[str, bytes]) -> PappFiles:
    """The files that an import stored."""
    files = PappFiles(
        {"config": attachments.get(ATTACHMENT_PREFIX + CONFIG_NAME, b"")}, {"config": CONFIG_NAME}
    )
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
    """The contents of a configuration file; FormatError if PAPP would refuse it."""
    config, remarks = _config(page.path, page.text, page.outside)
    page.remarks += remarks
    return config


@lru_cache(maxsize=8)
def _config(path: str, text: str, outside: bool) -> tuple[PappConfig, tuple[Problem, ...]]:
    """The configuration with the remarks on it.

    Cached, because a live folder parses it a dozen times a save.
    """
    page, read = SourceText(path, text, outside), ReadFiles()
    read_commands(page, read, frozenset())
    return read.config, tuple(page.remarks)


class _Everybody:
    """A base that contains every number, for reading only the commands of a workfile."""

    def __contains__(self, number: object) -> bool:
        return True


@lru_cache(maxsize=4)
def _config_of(config: bytes, workfile: bytes, name: str) -> PappConfig:
    read = ReadFiles()
    read_commands(SourceText.of(CONFIG_NAME, config, outside=True), read, frozenset())
    named = read.config.files
    read_commands(SourceText.of(name, workfile, outside=True), read, _Everybody())
    return with_files_of(read.config, named.players, named.new_players, named.workfile)


def with_files_of(config: PappConfig, players: str, new_players: str, workfile: str) -> PappConfig:
    """The configuration with the files that are already open when its workfile is read."""
    files = replace(config.files, players=players, new_players=new_players, workfile=workfile)
    return replace(config, files=files)


def config_of(files: PappFiles) -> PappConfig:
    """The configuration, with the commands in the workfile applied (papp 3.2)."""
    return _config_of(files.data.get("config", b""), files.data.get("workfile", b""), files.names["workfile"])


def read_stored_config(data: bytes) -> PappConfig:
    """Parse a configuration that we wrote."""
    return read_config(SourceText.of(CONFIG_NAME, data, outside=True))


def stored_config(attachments: Mapping[str, bytes]) -> PappConfig:
    """The configuration of the stored folder, or PAPP's own defaults."""
    return config_of(stored_files(attachments))


def missing_players(attachments: Mapping[str, bytes]) -> list[Problem]:
    """The remark that no names are known because there is no players file."""
    kept = stored_files(attachments)
    return [] if "players" in kept.data else [Problem(kept.names["players"], 0, 0, "papp.no-players")]


def read_base(files: PappFiles) -> tuple[PappPeople, list[Problem]]:
    """Everybody in the two players files, and the remarks on them."""
    base = PappPeople()
    remarks: list[Problem] = []
    for kind in ("players", "new_players"):
        page = files.page(kind)
        read_players(page, base, new=kind == "new_players")
        remarks += page.remarks
    return base, remarks


def known_players(base: PappPeople, folder_notes: FolderNotes, country: str) -> dict[PlayerId, Player]:
    """The players of the base, with the default country and Ronde's notes."""
    cards: dict[PlayerId, Player] = {}
    for number, player in base.players.items():
        card = player if player.country else replace(player, country=country)
        note = folder_notes.cards.get(number)
        cards[number] = card if note is None else notes.card_with(card, note, country)
    return cards


def is_players_file(path: Path) -> bool:
    """Whether a file begins as PAPP's players files do."""
    text = decode(read_file(path, LARGEST))
    first = next(filter(None, map(str.strip, text.split("\n"))), "")
    return _PLAYERS.match(first) is not None


def read_players_file(path: Path) -> list[Player]:
    """The people of a players file, such as PAPP's joueurs.txt."""
    base, _ = read_base(PappFiles({"players": read_file(path, LARGEST)}, {"players": str(path)}))
    return [*known_players(base, read_notes(base.notes), "").values()]


def known_in(attachments: Mapping[str, bytes]) -> dict[PlayerId, Player]:
    """Everybody in the stored players files, registered or not."""
    files = stored_files(attachments)
    base, _ = read_base(files)
    return known_players(base, read_notes(base.notes), config_of(files).country)
