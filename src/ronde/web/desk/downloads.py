"""What can be printed or taken away, by its purpose."""

from __future__ import annotations

from itertools import chain
from typing import Final
from urllib.parse import quote

from ronde.i18n import say
from ronde.render.lists import known_groups
from ronde.web.public.paper import DocumentRow, paper_rows
from ronde.web.server.live_tournament import LiveTournament

PURPOSES: Final = ("board", "players", "federation", "programs", "backup")
FILES: Final = (
    ("board", "all", ("pdf", "pdf-letter")),
    ("federation", "report", ("trf26", "trf16")),
    ("federation", "ratings", ("ratings-csv",)),
    ("programs", "standings", ("csv", "text")),
    ("programs", "players", ("players-csv",)),
    ("programs", "checklist", ("checklist-csv",)),
    ("programs", "papp", ("papp",)),
    ("programs", "keizer", ("keizer-s3db", "keizer-html", "keizer-xml", "keizer-csv", "keizer-txt")),
    ("programs", "engines", ("trf-engine",)),
    ("backup", "whole", ("file.ronde", "json")),
    ("backup", "proof", ("proof",)),
)
"""Rows of the page: their purpose, their name, and the exports that write them."""
FORMATS: Final = {
    "file.ronde": ".ronde", "json": "JSON", "csv": "CSV", "players-csv": "CSV", "text": "TXT", "papp": "ZIP",
    "proof": "ZIP", "keizer-s3db": "s3db", "keizer-html": "HTML", "keizer-xml": "XML", "keizer-csv": "CSV",
    "keizer-txt": "TXT", "checklist-csv": "CSV", "ratings-csv": "CSV", "trf26": "TRF26", "trf16": "TRF16",
    "trf-engine": "TRF", "pdf": "PDF, A4", "pdf-letter": "PDF, Letter",
}  # fmt: skip
"""How formats are called; those of other packages by their own name."""
BY_CATEGORY: Final = ("csv", "text")
"""Formats of the standings, which exist for each category too."""


def download_rows(live: LiveTournament, paper: str, language: str) -> dict[str, list[DocumentRow]]:
    """Everything that fits the tournament, by purpose."""
    made: dict[str, list[DocumentRow]] = {purpose: [] for purpose in PURPOSES}
    for purpose, rows in paper_rows(live, paper, language).items():
        made[purpose] += rows
    offered = ("file.ronde", *live.tournament.settings.pairing_system.exports)
    for purpose, name, formats in FILES:
        fitting = [one for one in formats if one in offered]
        if fitting:
            made[purpose] += _files(live, say(f"webdesk.file-{name}", language), fitting, language)
    known = {*chain.from_iterable(formats for _, _, formats in FILES)}
    added = [one for one in offered if one not in known]
    made["programs"] += [row for one in added for row in _files(live, one, [one], language)]
    return made


def _files(live: LiveTournament, name: str, formats: list[str], language: str) -> list[DocumentRow]:
    """A row of files, and one for each category or group where there are any."""
    base = f"/desk/{live.slug}/export"
    rows = [DocumentRow(name, tuple((FORMATS.get(one, one), f"{base}/{one}") for one in formats))]
    if formats[0] in BY_CATEGORY:
        rows += [
            DocumentRow(
                f"{name} · {long}",
                tuple((FORMATS[one], f"{base}/{one}?category={quote(short)}") for one in formats),
            )
            for short, long in known_groups(live.tournament, language).items()
        ]
    return rows
