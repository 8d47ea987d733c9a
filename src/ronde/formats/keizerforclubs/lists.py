"""All lists of a tournament under the names KeizerForClubs gives them (keizer 5.4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ronde.core.keizer_texts import categories
from ronde.core.tournament import Tournament
from ronde.formats.keizerforclubs.crosssheet import cross_sheet
from ronde.formats.keizerforclubs.footer import Footer
from ronde.formats.keizerforclubs.html import club_css, club_head, html_page
from ronde.formats.keizerforclubs.sheets import (
    ON_THE_PODIUM,
    Spreadsheet,
    by_category,
    pairings_sheet,
    players_sheet,
    podium_sheet,
    standings_sheet,
)
from ronde.formats.keizerforclubs.texts import csv_text, plain_text, xml_text
from ronde.formats.keizerforclubs.words import LANGUAGES, Words

KINDS = {
    "html": ("pairs", "stand", "cross", "player"),
    "xml": ("pairs", "stand", "player"),
    "csv": ("stand", "cross"),
    "txt": ("pairs", "stand", "player"),
}
"""The lists of each format."""


def words_of(tournament: Tournament, language: str) -> Words:
    """The words of the tournament's language, else of the given one; English if that program has none."""
    return LANGUAGES.get(tournament.settings.keizer.language or language, LANGUAGES["en"])


def list_files(
    tournament: Tournament, format: str, language: str, *, stem: str, footer: Footer
) -> dict[str, bytes]:
    """Every list of every round in one format, by file name; that of the players is of the last round."""
    words = words_of(tournament, language)
    paired = [played.number for played in tournament.rounds if played.closed or played.tables] or [0]
    files: dict[str, bytes] = {}
    for number in paired:
        files |= round_files(tournament, number, format, words, stem=stem, footer=footer)
    old = tuple(f"{safe_stem(stem)}_{words.players}-{number}." for number in paired[:-1])
    return {name: content for name, content in files.items() if not name.startswith(old)}


def round_files(
    tournament: Tournament,
    number: int,
    format: str,
    words: Words,
    *,
    stem: str,
    footer: Footer,
    css: str | None = None,
) -> dict[str, bytes]:
    """The lists of one round in one format, by file name; players are listed as of the last round."""
    public = tournament.settings.public
    sheet_of, above = club_css(public) if css is None else css, club_head(public)
    write: dict[str, Callable[[Spreadsheet], str]] = {
        "html": lambda sheet: html_page(sheet, footer, sheet_of, above),
        "xml": lambda sheet: xml_text(sheet, footer),
        "csv": lambda sheet: csv_text(sheet, footer),
        "txt": lambda sheet: plain_text(sheet, footer),
    }
    return {
        f"{safe_stem(stem)}_{name}.{format}": write[format](sheet).encode()
        for name, sheet in _sheets(tournament, number, words)
        if sheet.kind in KINDS[format]
    }


def safe_stem(stem: str) -> str:
    """The start of every file name, without characters that are unsafe in file names."""
    return re.sub(r'[\x00-\x1f<>:"/\\|?*]', "_", stem).strip(". ") or "keizer"


def _sheets(tournament: Tournament, number: int, words: Words) -> Iterator[tuple[str, Spreadsheet]]:
    closed = len(tournament.closed_rounds)
    if number:
        yield f"{words.round}-{number}", pairings_sheet(tournament, number, words)
    if 1 <= number <= closed:
        groups = categories(tournament.settings.keizer.categories)
        standing, podium = (make(tournament, number, words) for make in (standings_sheet, podium_sheet))
        yield f"{words.standings}-{number}", standing
        yield f"{words.podium}-{number}", podium
        for short in groups:
            yield f"{words.standings}-{number}-{short}", by_category(tournament, standing, short)
            best = by_category(tournament, podium, short, ON_THE_PODIUM)
            yield f"{words.podium}-{number}-{short}", best
        yield f"{words.standings}Ex-{number}", cross_sheet(tournament, number, words)
    yield f"{words.players}-{number}", players_sheet(tournament, words)
