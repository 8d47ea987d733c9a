"""A PAPP folder: configuration, players, newcomers and workfile become one tournament (papp 2)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ronde.formats.files import ImportResult, read_file
from ronde.formats.papp.comments import read_notes
from ronde.formats.papp.config import CONFIG_NAME, PappConfig
from ronde.formats.papp.players_files import appended, country_change_line
from ronde.formats.papp.statements import ReadFiles, read_commands
from ronde.formats.papp.stored_folder import (
    TEMPLATE_NAME,
    TEMPLATE_NAMES,
    PappFiles,
    known_players,
    read_base,
    read_config,
    with_files_of,
)
from ronde.formats.papp.to_tournament import journal
from ronde.formats.papp.tokens import SourceText
from ronde.model.errors import FileMissing, FormatError, JournalError, Problem
from ronde.model.player import PlayerId

OLD_WORKFILE = "__papp__"
LOCK = "lockfile"
"""PAPP's lock file: it is running, or crashed, in this folder."""


def config_at(path: Path) -> PappConfig:
    """The configuration at that path, or PAPP's defaults if there is none."""
    files = PappFiles(names={"config": path.name})
    _fetch(files, "config", path.parent, path.name)
    return read_config(files.page("config", outside=True))


def read_folder(path: Path, config_name: str = CONFIG_NAME, *, outside: bool = False) -> ImportResult:
    """The tournament of a PAPP folder as events, with its files; FormatError if PAPP would refuse it.

    `path` may also be the configuration file itself; `config_name` may be a path elsewhere. `outside` lets
    the configuration name players files elsewhere on this machine.
    """
    folder, name = (path, config_name) if path.is_dir() else (path.parent, path.name)
    files = PappFiles(names={"config": CONFIG_NAME})
    _fetch(files, "config", folder, name)
    page = SourceText.of(name, files.data.get("config", b""), outside=outside)
    read = ReadFiles()
    read_commands(page, read, frozenset())
    _fetch_all(files, folder, read.config)
    if "config" not in files.data:
        if "workfile" not in files.data:
            raise _refusal(folder, "not-a-folder")
        page.remarks.append(Problem(name, 0, 0, "papp.no-config"))
    if (folder / LOCK).exists():
        page.remarks.append(Problem(LOCK, 0, 0, "papp.locked"))
    imported = read_files(files, read, fallback=folder.resolve().name)
    return replace(imported, remarks=(*page.remarks, *imported.remarks))


def _refusal(path: Path, key: str, text: str = "") -> FormatError:
    return FormatError([Problem(path.name or str(path), 0, 0, f"papp.{key}", text)])


def _fetch(files: PappFiles, kind: str, folder: Path, name: str) -> bool:
    """Read a file, if it exists; an empty name is no file."""
    if not name:
        return False
    path = folder / name
    try:
        files.data[kind] = read_file(path)
    except FileMissing:
        return False
    except JournalError as error:  # a folder or a device of that name, no permission, NUL in the name
        raise _refusal(path, "unreadable", str(error.facts.get("detail") or name)) from error
    return True


def _fetch_all(files: PappFiles, folder: Path, config: PappConfig) -> None:
    names = config.files
    files.names["players"] = _fetch_players(files, folder, names.players)
    files.names |= {"new_players": names.new_players, "workfile": names.workfile}
    _fetch(files, "new_players", folder, names.new_players)
    if not _fetch(files, "workfile", folder, names.workfile):
        _fetch(files, "workfile", folder, OLD_WORKFILE)
    _fetch_template(files, folder)


def _fetch_template(files: PappFiles, folder: Path) -> None:
    """Read the template under either of its two names."""
    there = [name for name in TEMPLATE_NAMES if (folder / name).is_file()]
    files.names["template"] = there[0] if there else TEMPLATE_NAME
    _fetch(files, "template", folder, files.names["template"])


def _fetch_players(files: PappFiles, folder: Path, name: str) -> str:
    """The name under which the players file was found: as configured, or with `.txt`.

    If both exist PAPP leaves the choice to the arbiter and exits.
    """
    longer = f"{name}.txt"
    plain = _fetch(files, "players", folder, name)
    if plain and (folder / longer).is_file():
        raise _refusal(folder / longer, "two-players-files", name)
    return longer if not plain and _fetch(files, "players", folder, longer) else name


def read_files(files: PappFiles, read: ReadFiles, *, fallback: str) -> ImportResult:
    """The events of the other three files; `fallback` is the name of a tournament without one."""
    base, remarks = read_base(files)
    page = files.page("workfile", outside=True)
    named = read.config.files
    read_commands(page, read, frozenset(base.players))
    moved = with_files_of(read.config, named.players, named.new_players, named.workfile)
    if moved != read.config:
        page.remark("file-late", 0)
        read.config = moved
    folder_notes = read_notes([*read.notes, *base.notes])
    cards = known_players(base, folder_notes, read.config.country)
    facts = journal(page, read, cards, folder_notes, fallback=fallback)
    return ImportResult(facts, files.attachments(), (*remarks, *page.remarks))


def folder_now(folder: Path, kept: PappFiles) -> PappFiles:
    """The current files, with the configuration as first read; its changes apply at the next start."""
    files = PappFiles({"config": kept.data.get("config", b"")}, dict(kept.names))
    for kind in ("players", "new_players", "workfile"):
        _fetch(files, kind, folder, kept.names[kind])
    _fetch_template(files, folder)
    return files


def with_country_change(files: PappFiles, number: PlayerId, country: str) -> tuple[str, bytes]:
    """The new-players file, by name, after somebody has changed his country (papp 3.4)."""
    before = files.data.get("new_players", b"")
    return files.names["new_players"], appended(before, country_change_line(number, country))
