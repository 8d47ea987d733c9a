"""The formats that can be read and written."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from ronde.app.isolated import is_small_text, read_isolated
from ronde.formats.files import ImportResult, check_regular
from ronde.model.errors import FileMissing, FormatUnfit, FormatUnknown, Problem
from ronde.model.events import Event, PlayerEntered, TournamentOpened
from ronde.model.player import PlayerId
from ronde.model.settings import Settings
from ronde.model.systems import GO, offer_everywhere
from ronde.model.tournament import Tournament

Actions = Sequence[tuple[int, str, str, Sequence[Event]]]
"""A journal by action: number, time, actor and events."""


@dataclass(frozen=True, slots=True)
class ExportContext:
    """What an export may use: the tournament, its journal, the files stored beside it, the language."""

    tournament: Tournament
    language: str
    actions: Actions = ()
    attachments: Mapping[str, bytes] = field(default_factory=dict)
    stem: str = ""
    """The name of the tournament's file without suffix; lists of several files begin with it."""
    category: str | None = None
    """Only the standings of these players, by the abbreviation of their category."""


@dataclass(frozen=True, slots=True)
class ExportResult:
    """A file that was written, or several of a folder, by name; a single file has the empty name."""

    files: dict[str, bytes]
    remarks: tuple[Problem, ...] = ()


Importer = Callable[[Path], ImportResult]
Exporter = Callable[[ExportContext], ExportResult]


def _import_json(path: Path) -> ImportResult:
    from ronde.formats.json import read_journal

    return read_journal(path)


def _import_csv(path: Path) -> ImportResult:
    """A list of people becomes a tournament in which all of them are registered."""
    from dataclasses import replace

    from ronde.formats.csv import read_players

    name = os.fsencode(path.stem).decode("utf-8", "replace")
    facts: list[Event] = [TournamentOpened(name, "", Settings())]
    players = read_players(path)
    taken: set[PlayerId] = {player.id for player in players}
    free = (number for number in range(1, len(players) * 2 + 2) if number not in taken)
    facts += [PlayerEntered(replace(one, id=one.id or next(free)), 1) for one in players]
    return ImportResult(tuple(facts))


def _export_json(context: ExportContext) -> ExportResult:
    from ronde.formats.json import write_journal

    return ExportResult({"": write_journal(context.actions)})


def _export_proof(context: ExportContext) -> ExportResult:
    from ronde.render.proof import proof_files

    return ExportResult(proof_files(context.actions, context.language))


def _export_csv(context: ExportContext) -> ExportResult:
    from ronde.render.lists import standings_csv

    return ExportResult({"": standings_csv(context.tournament, context.language, context.category)})


def _export_players(context: ExportContext) -> ExportResult:
    from ronde.render.lists import players_csv

    return ExportResult({"": players_csv(context.tournament, context.language)})


def _export_checklist(context: ExportContext) -> ExportResult:
    from ronde.render.chess import checklist_listing
    from ronde.render.listing import listing_csv

    tournament = context.tournament
    listing = checklist_listing(tournament, tournament.open_round.number, context.language)
    return ExportResult({"": listing_csv(listing, tournament, context.language)})


def _export_ratings(context: ExportContext) -> ExportResult:
    from ronde.render.chess import changes_listing
    from ronde.render.listing import listing_csv
    from ronde.standings.fide.ratings import rating_changes

    tournament = context.tournament
    listing = changes_listing(tournament, rating_changes(tournament).values(), context.language)
    return ExportResult({"": listing_csv(listing, tournament, context.language)})


def _export_text(context: ExportContext) -> ExportResult:
    from ronde.model.tournament import at_closing
    from ronde.render.lists import group_name, table_text, within_category
    from ronde.systems import standings

    closed = at_closing(context.tournament)
    table = within_category(closed, standings(closed), context.category)
    group = group_name(closed, context.category, context.language, podium=False)
    return ExportResult({"": (table_text(closed, table, context.language, group=group) + "\n").encode()})


def import_papp(path: Path, *, outside: bool = False) -> ImportResult:
    """A PAPP folder; `outside` as in `import_path`."""
    # imported here, because most commands need none of PAPP's files
    from ronde.formats.papp import read_folder

    return read_folder(path, outside=outside)


def _export_papp(context: ExportContext) -> ExportResult:
    from ronde.formats.papp import Edition, write_folder

    folder = write_folder(context.tournament, context.attachments, Edition("1.36", context.language))
    return ExportResult(folder.files, folder.remarks)


def _import_s3db(path: Path) -> ImportResult:
    from ronde.formats.keizerforclubs import read_s3db

    return read_s3db(path)


def _import_keizer_csv(path: Path) -> ImportResult:
    from ronde.formats.keizerforclubs import read_tournament

    return read_tournament(path)


def _export_s3db(context: ExportContext) -> ExportResult:
    from ronde.formats.keizerforclubs import footer_of, write_s3db

    footer = footer_of(_last_moment(context))
    return ExportResult({"": write_s3db(context.tournament, context.language, footer)})


def _keizer_lists(format: str) -> Exporter:
    def write(context: ExportContext) -> ExportResult:
        from ronde.formats.keizerforclubs import footer_of, list_files

        footer = footer_of(_last_moment(context))
        stem = context.stem or context.tournament.name
        files = list_files(context.tournament, format, context.language, stem=stem, footer=footer)
        return ExportResult(files)

    return write


def _pdf(paper: str) -> Exporter:
    def write(context: ExportContext) -> ExportResult:
        from ronde.render.pdf import missing_letters, write_pdf

        made = write_pdf(context.tournament, context.language, moment=_last_moment(context), paper=paper)
        return ExportResult({"": made}, tuple(missing_letters(context.tournament)))

    return write


def _import_trf(path: Path) -> ImportResult:
    from ronde.formats.trf import import_report, read_trf

    return import_report(read_trf(path), path)


def _import_opengotha(path: Path) -> ImportResult:
    from ronde.formats.opengotha import import_opengotha

    return import_opengotha(path)


def _import_pairgoth(path: Path) -> ImportResult:
    from ronde.formats.egf.pairgoth import import_pairgoth

    return import_pairgoth(path)


def _import_wall(path: Path) -> ImportResult:
    from ronde.formats.egf.wall_reader import import_wall

    return import_wall(path)


def _export_opengotha(context: ExportContext) -> ExportResult:
    from ronde.formats.opengotha import stored_file, write_opengotha

    kept = stored_file(context.attachments)
    return ExportResult({"": write_opengotha(context.tournament, kept, _last_moment(context))})


def _federation(name: str) -> Exporter:
    def write(context: ExportContext) -> ExportResult:
        from ronde.formats.egf import results_file
        from ronde.formats.opengotha import stored_file

        kept = stored_file(context.attachments)
        return ExportResult({"": results_file(name, context.tournament, kept)})

    return write


def _trf(edition: str) -> Exporter:
    def write(context: ExportContext) -> ExportResult:
        from ronde.formats.trf import not_expressible, stored_report, trf_of, write_trf

        trf = trf_of(context.tournament, kept=stored_report(context.attachments))
        return ExportResult({"": write_trf(trf, edition).encode()}, tuple(not_expressible(trf, edition)))

    return write


def _last_moment(context: ExportContext) -> str:
    """The time of the last event, which dates the list."""
    return context.actions[-1][1] if context.actions else context.tournament.date


IMPORTS: dict[str, Importer] = {
    "json": _import_json,
    "csv": _import_csv,
    "papp": import_papp,
    "keizer-s3db": _import_s3db,
    "keizer-csv": _import_keizer_csv,
    "trf": _import_trf,
    "opengotha": _import_opengotha,
    "pairgoth": _import_pairgoth,
    "egf": _import_wall,
}
ENDINGS = {
    "cfg": "papp",
    "txt": "papp",
    "s3db": "keizer-s3db",
    "trfx": "trf",
    "xml": "opengotha",
    "tour": "pairgoth",
    "h9": "egf",
    "tou": "egf",
}
"""The formats whose files have a suffix other than their name."""
FOLDERS = ("papp",)
"""The formats that may be a whole folder."""
EXPORTS: dict[str, Exporter] = {
    "json": _export_json,
    "csv": _export_csv,
    "players-csv": _export_players,
    "text": _export_text,
    "papp": _export_papp,
    "proof": _export_proof,
    "keizer-s3db": _export_s3db,
    "keizer-html": _keizer_lists("html"),
    "keizer-xml": _keizer_lists("xml"),
    "keizer-csv": _keizer_lists("csv"),
    "keizer-txt": _keizer_lists("txt"),
    "pdf": _pdf("a4"),
    "pdf-letter": _pdf("letter"),
    "checklist-csv": _export_checklist,
    "ratings-csv": _export_ratings,
    "trf16": _trf("trf16"),
    "trf26": _trf("trf26"),
    "trf-engine": _trf("trf-engine"),
    "opengotha": _export_opengotha,
    "egf": _federation("egf"),
    "ffg": _federation("ffg"),
    "aga": _federation("aga"),
}


class AddedFormat(Protocol):
    """A format of another package: it reads, or writes, or both."""

    def read(self, path: Path) -> ImportResult: ...

    def write(self, context: ExportContext) -> ExportResult: ...


ADDED: set[str] = set()
"""The formats of other packages, which are read in this process: installed code is trusted."""


def add_format(name: str, format: AddedFormat | Exporter) -> None:
    """Register a format of another package: an object that reads or writes, or a function that writes."""
    reads, writes = getattr(format, "read", None), getattr(format, "write", format)
    ADDED.add(name)
    if reads is not None:
        IMPORTS[name] = reads
    if callable(writes):
        EXPORTS[name] = writes
        offer_everywhere(export=name)


def import_path(
    path: Path, format: str | None = None, *, outside: bool = False, bounded: bool = False
) -> ImportResult:
    """Read a file or folder in the named format, or in the one its name implies.

    A format may also be named by the suffix of its files. `outside` lets a PAPP configuration name players
    files elsewhere on this machine, which is allowed for an arbiter's import and not for an upload. Files
    that could take much memory or time are read in another process, unless this one is `bounded` already.
    """
    if not path.exists():
        raise FileMissing(path=str(path))
    name = ENDINGS.get(format, format) if format else format_of(path)
    if name not in IMPORTS:
        raise FormatUnknown(format=name or path.name, known=list(IMPORTS))
    if not path.is_dir() or name not in FOLDERS:
        check_regular(path, path.stat().st_mode)
    if bounded or is_small_text(path) or name in ADDED:
        return import_papp(path, outside=outside) if name == "papp" else IMPORTS[name](path)
    return read_isolated(name, path, outside=outside)


def format_of(path: Path) -> str:
    """The format of a path: a folder, a `.cfg` or a `.txt` is PAPP's, others by their suffix."""
    ending = path.suffix.lower().removeprefix(".")
    return "papp" if path.is_dir() else ENDINGS.get(ending, ending)


def export(context: ExportContext, format: str) -> ExportResult:
    if format not in EXPORTS:
        raise FormatUnknown(format=format, known=list(EXPORTS))
    system = context.tournament.pairing_system
    if format not in system.exports and (system.go or format in GO):
        raise FormatUnfit(format=format, known=list(system.exports))
    return EXPORTS[format](context)
