"""A whole PAPP folder: configuration, players, new players and workfile become one tournament (spec 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from ronde.core.errors import FileMissing, FormatError, JournalError, Problem
from ronde.core.player import Player, PlayerId
from ronde.formats.disk import read_file
from ronde.formats.imported import Imported
from ronde.formats.papp import margin as notes
from ronde.formats.papp.commands import Read, read_commands
from ronde.formats.papp.config import CONFIG_NAME, PappConfig
from ronde.formats.papp.journal import journal
from ronde.formats.papp.margin import Margin, read_notes
from ronde.formats.papp.page import Page
from ronde.formats.papp.players import People, read_players
from ronde.formats.papp.playerstext import emigrant_line

SHELF = "papp/"
"""Under which name the original files are kept beside the journal."""
TEMPLATE_NAME = "cell.tmpl"
OLD_WORKFILE = "__papp__"
LOCK = "lockfile"
"""PAPP's sign that it is running, or that it crashed, in this folder."""


@dataclass(slots=True)
class PappFiles:
    """The bytes of a folder by kind of file; what is missing there is missing here."""

    data: dict[str, bytes] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def page(self, kind: str) -> Page:
        """The file of that kind, empty if there is none."""
        return Page.of(self.names.get(kind, kind), self.data.get(kind, b""))

    def attachments(self) -> dict[str, bytes]:
        """What is kept of the folder, so that nothing PAPP knew is lost."""
        return {SHELF + Path(self.names[kind]).name: data for kind, data in self.data.items()}


def shelved(attachments: Mapping[str, bytes]) -> PappFiles:
    """The files an import once kept."""
    files = PappFiles({"config": attachments.get(SHELF + CONFIG_NAME, b"")}, {"config": CONFIG_NAME})
    names = read_config(files.page("config")).files
    places = {
        "players": (names.players, f"{names.players}.txt"),
        "new_players": (names.new_players,),
        "workfile": (names.workfile,),
        "template": (TEMPLATE_NAME,),
    }
    for kind, listed in places.items():
        files.names[kind] = Path(listed[0]).name
        for name in reversed(listed):
            if SHELF + Path(name).name in attachments:
                files.names[kind] = Path(name).name
                files.data[kind] = attachments[SHELF + Path(name).name]
    return files


def read_config(page: Page) -> PappConfig:
    """What a configuration file says; FormatError if PAPP would refuse it."""
    config, remarks = _config(page.path, page.text)
    page.remarks += remarks
    return config


@lru_cache(maxsize=8)
def _config(path: str, text: str) -> tuple[PappConfig, tuple[Problem, ...]]:
    """With the remarks on it; every moment of a live folder asks a dozen times what it says."""
    page, read = Page(path, text), Read()
    read_commands(page, read, frozenset())
    return read.config, tuple(page.remarks)


def config_at(path: Path) -> PappConfig:
    """What the configuration file of that path says, or PAPP's defaults if there is none."""
    files = PappFiles(names={"config": path.name})
    _fetch(files, "config", path.parent, path.name)
    return read_config(files.page("config"))


def read_folder(path: Path, config_name: str = CONFIG_NAME) -> Imported:
    """The tournament of a PAPP folder as facts, with its original files; FormatError if PAPP would refuse it.

    `path` may also be the configuration file itself; `config_name` may be a path to one that lies elsewhere.
    """
    folder, name = (path, config_name) if path.is_dir() else (path.parent, path.name)
    files = PappFiles(names={"config": CONFIG_NAME})
    _fetch(files, "config", folder, name)
    page = Page.of(name, files.data.get("config", b""))
    read = Read()
    read_commands(page, read, frozenset())
    _fetch_all(files, folder, read.config)
    if "config" not in files.data:
        if "workfile" not in files.data:
            raise _refusal(folder, "not-a-folder")
        page.remarks.append(Problem(name, 0, 0, "papp.no-config"))
    if (folder / LOCK).exists():
        page.remarks.append(Problem(LOCK, 0, 0, "papp.locked"))
    told = read_files(files, read, fallback=folder.resolve().name)
    return replace(told, remarks=(*page.remarks, *told.remarks))


def _refusal(path: Path, key: str, text: str = "") -> FormatError:
    return FormatError([Problem(path.name or str(path), 0, 0, f"papp.{key}", text)])


def _fetch(files: PappFiles, kind: str, folder: Path, name: str) -> bool:
    """Read a file, if it is there; an empty name is no file."""
    if not name:
        return False
    path = folder / name
    try:
        files.data[kind] = read_file(path)
    except FileMissing:
        return False
    except JournalError as error:  # a folder or a device of that name, no permission, a NUL in the name
        raise _refusal(path, "unreadable", str(error.facts.get("detail") or name)) from error
    return True


def _fetch_all(files: PappFiles, folder: Path, config: PappConfig) -> None:
    names = config.files
    files.names["players"] = _fetch_players(files, folder, names.players)
    files.names |= {
        "new_players": names.new_players,
        "workfile": names.workfile,
        "template": TEMPLATE_NAME,
    }
    _fetch(files, "new_players", folder, names.new_players)
    if not _fetch(files, "workfile", folder, names.workfile):
        _fetch(files, "workfile", folder, OLD_WORKFILE)
    _fetch(files, "template", folder, TEMPLATE_NAME)


def _fetch_players(files: PappFiles, folder: Path, name: str) -> str:
    """The name under which the players file was found: as configured, or with `.txt`.

    If both are there PAPP leaves the choice to the arbiter and ends.
    """
    longer = f"{name}.txt"
    plain = _fetch(files, "players", folder, name)
    if plain and (folder / longer).is_file():
        raise _refusal(folder / longer, "two-players-files", name)
    return longer if not plain and _fetch(files, "players", folder, longer) else name


def read_base(files: PappFiles) -> tuple[People, list[Problem]]:
    """Everybody the two players files know, and the remarks on them."""
    base = People()
    remarks: list[Problem] = []
    for kind in ("players", "new_players"):
        page = files.page(kind)
        read_players(page, base, new=kind == "new_players")
        remarks += page.remarks
    return base, remarks


def read_files(files: PappFiles, read: Read, *, fallback: str) -> Imported:
    """The facts of the other three files, once the configuration is read; `fallback` names the nameless."""
    base, remarks = read_base(files)
    page = files.page("workfile")
    read_commands(page, read, frozenset(base.players))
    margin = read_notes([*read.notes, *base.notes])
    cards = known_players(base, margin, read.config.country)
    facts = journal(page, read, cards, margin, fallback=fallback)
    return Imported(facts, files.attachments(), (*remarks, *page.remarks))


def known_players(base: People, margin: Margin, country: str) -> dict[PlayerId, Player]:
    """The cards of everybody in the base: with the default country, and what Ronde noted beside them."""
    cards: dict[PlayerId, Player] = {}
    for number, player in base.players.items():
        card = player if player.country else replace(player, country=country)
        note = margin.cards.get(number)
        cards[number] = card if note is None else notes.card_with(card, note, country)
    return cards


def kept_config(attachments: Mapping[str, bytes]) -> PappConfig:
    """The configuration an import kept, or PAPP's own defaults."""
    return read_config(shelved(attachments).page("config"))


def kept_template(attachments: Mapping[str, bytes]) -> bytes | None:
    """The folder's own page for crosstables, if it had one."""
    return shelved(attachments).data.get("template")


def template_now(folder: Path, attachments: Mapping[str, bytes]) -> dict[str, bytes]:
    """The kept files with the folder's page as it is now: PAPP reads it anew for every crosstable."""
    files = PappFiles(names={"template": TEMPLATE_NAME})
    _fetch(files, "template", folder, TEMPLATE_NAME)
    return {**attachments, **files.attachments()}


def only_read(attachments: Mapping[str, bytes], name: str, data: bytes) -> bool:
    """Whether a file is to be what it was when it was read: then nobody's edits in it may be undone."""
    return attachments.get(SHELF + name, b"") == data


def with_emigrant(attachments: Mapping[str, bytes], number: PlayerId, country: str) -> dict[str, bytes]:
    """The kept files once somebody has changed his country (spec 3.4)."""
    files = shelved(attachments)
    told = files.data.get("new_players", b"") + emigrant_line(number, country).encode()
    return {**attachments, SHELF + files.names["new_players"]: told}


def known_in(attachments: Mapping[str, bytes]) -> dict[PlayerId, Player]:
    """Everybody the kept players files know, registered or not."""
    files = shelved(attachments)
    base, _ = read_base(files)
    return known_players(base, read_notes(base.notes), kept_config(attachments).country)
