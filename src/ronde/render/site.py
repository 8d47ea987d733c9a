"""A tournament as a folder of pages for a club's site."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ronde.formats.accent import shades
from ronde.formats.files import file_error, write_changed
from ronde.i18n import say
from ronde.model.errors import FileExists
from ronde.model.settings import PublicSettings, picture_of
from ronde.model.tournament import Round, Tournament, at_closing
from ronde.render.listing import Listing
from ronde.render.lists import group_name, known_groups, podium, withdrawn_line, within_category
from ronde.render.public import keeps_robots_away, public_tournament
from ronde.render.tables import absentees_listing, crosstable_listing, pairings_listing, standings_listing
from ronde.systems import crosstable, standings

# A tournament as a folder of pages for a club site: stable names, one style sheet, nothing external.


STYLE = "style.css"
"""The style sheet of all pages: ours, then the club's."""
GENERATOR = '<meta name="generator" content="Ronde">'
"""Marks our pages, so that no other page of a folder is ever replaced or removed."""
SHEET = """:root { color-scheme: light dark; --felt: #0d6b46; --line: #d8d3c8; --quiet: #59605b; }
@media (prefers-color-scheme: dark) { :root { --felt: #55cd95; --line: #2b342f; --quiet: #a3afa8; } }
body { font: 100%/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.125rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; } nav + nav { margin-top: .5rem; }
.logo { float: right; max-height: 4rem; max-width: 40%; } .club { margin: 0; color: var(--quiet); }
a { color: var(--felt); } .scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
thead th, .left, footer { color: var(--quiet); font-weight: 400; }
.n { text-align: right; } .won { font-weight: 700; } .podium b { color: var(--felt); }
"""
_ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp"}

Frame = Callable[[str, str], str]


def site(tournament: Tournament, language: str) -> dict[str, bytes]:
    """The files of the folder: an index with the table and the last round, a page for each list and round."""
    tournament = public_tournament(tournament)
    closed = at_closing(tournament)
    frame = _framed(tournament, language)
    rounds = [played for played in tournament.rounds if played.tables]
    title = say("web.standings-page", language)
    places = _standings(closed, language)
    latest = _round(tournament, rounds[-1], language) if rounds else ""
    pages = {"index.html": frame(title, places + latest), "standings.html": frame(title, places)}
    for short, name in known_groups(tournament, language).items():
        pages[_page_of(short)] = frame(f"{title}, {name}", _standings(closed, language, short))
    for played in rounds:
        head = say("web.round-title", language, round=played.number)
        pages[f"round-{played.number}.html"] = frame(head, _round(tournament, played, language))
    if closed.closed_rounds:
        crossed = _table(crosstable_listing(closed, crosstable(closed), language))
        pages["crosstable.html"] = frame(say("web.crosstable-page", language), crossed)
    public = tournament.settings.public
    return {name: text.encode() for name, text in pages.items()} | _pictures(public) | {STYLE: style(public)}


def site_names(tournament: Tournament) -> list[str]:
    """The names of these files, without rendering them."""
    groups = [_page_of(short) for short in known_groups(tournament, "en")]
    rounds = [f"round-{played.number}.html" for played in tournament.rounds if played.tables]
    crossed = ["crosstable.html"] if at_closing(tournament).closed_rounds else []
    logo = [name] if (name := _logo(tournament.settings.public)) else []
    return ["index.html", "standings.html", *groups, *rounds, *crossed, *logo, STYLE]


def _page_of(category: str) -> str:
    """The file of the standings of a category; an untrusted abbreviation cannot leave the folder."""
    plain = re.fullmatch(r"[A-Za-z0-9]{1,40}", category)
    return f"standings-{category if plain else hashlib.sha256(category.encode()).hexdigest()[:12]}.html"


def style(public: PublicSettings) -> bytes:
    """Our style sheet, the club's colour in both themes, then the club's own rules."""
    parts = [SHEET]
    if public.accent:
        colours = shades(public.accent)
        parts.append(f":root {{ --felt: {colours.light}; }}\n")
        parts.append(f"@media (prefers-color-scheme: dark) {{ :root {{ --felt: {colours.dark}; }} }}\n")
    return "".join([*parts, public.css]).encode()


def _logo(public: PublicSettings) -> str:
    """The file name of the logo; empty without one."""
    kind = public.logo.partition(";")[0].removeprefix("data:")
    return f"logo.{_ENDINGS[kind]}" if kind in _ENDINGS and picture_of(public.logo) else ""


def _pictures(public: PublicSettings) -> dict[str, bytes]:
    name = _logo(public)
    return {name: picture_of(public.logo)} if name else {}


def _framed(tournament: Tournament, language: str) -> Frame:
    """What surrounds every page: the club, the name, the links to the other pages, the date."""
    name, public = escape(tournament.name), tournament.settings.public
    ways = _ways(tournament, language)
    logo = f'<img class="logo" src="{_logo(public)}" alt="">\n' if _logo(public) else ""
    robots = '<meta name="robots" content="noindex">\n' if keeps_robots_away(tournament) else ""
    club = f'<p class="club">{escape(public.club)}</p>\n' if public.club else ""

    def frame(title: str, body: str) -> str:
        return (
            f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n{GENERATOR}\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n{robots}'
            f'<title>{escape(title)} · {name}</title>\n<link rel="stylesheet" href="{STYLE}">\n'
            f"</head>\n<body>\n<header>\n{logo}{club}<h1>{name}</h1>\n</header>\n{ways}<main>\n{body}</main>\n"
            f"<footer><p>{escape(tournament.date)} Ronde</p></footer>\n</body>\n</html>\n"
        )

    return frame


def _ways(tournament: Tournament, language: str) -> str:
    """Links to the other pages; those of categories in a line of their own."""
    rounds = [played.number for played in tournament.rounds if played.tables]
    links = [("index.html", say("web.standings-page", language))]
    links += [("crosstable.html", say("web.crosstable-page", language))] if tournament.closed_rounds else []
    links += [(f"round-{one}.html", say("web.round-title", language, round=one)) for one in rounds]
    groups = [(_page_of(short), name) for short, name in known_groups(tournament, language).items()]
    return _nav(links) + (_nav(groups) if groups else "")


def _nav(links: list[tuple[str, str]]) -> str:
    ways = "".join(f'<a href="{place}">{escape(word)}</a>' for place, word in links)
    return f"<nav>{ways}</nav>\n"


def _standings(closed: Tournament, language: str, group: str | None = None) -> str:
    table = within_category(closed, standings(closed), group)
    title = say("web.standings-after", language, round=table.after) if table.after else ""
    named = group_name(closed, group, language, podium=False)
    heading = " · ".join(filter(None, (title, named)))
    head = f"<h2>{escape(heading)}</h2>\n" if heading else ""
    best = [closed.player(row.player).full_name for row in podium(closed, table, group)]
    steps = "".join(f"<li><b>{escape(one)}</b></li>" for one in best)
    first = f'<ol class="podium">{steps}</ol>\n' if best else ""
    gone = withdrawn_line(closed, table, language) if not group else ""
    last = f'<p class="left">{escape(gone)}</p>\n' if gone else ""
    return head + first + _table(standings_listing(closed, table, language).without({"state"})) + last


def _round(tournament: Tournament, played: Round, language: str) -> str:
    title = say("web.round-title", language, round=played.number)
    away = absentees_listing(tournament, played, language)
    absent = _table(away) if away.rows else ""
    return f"<h2>{escape(title)}</h2>\n{_table(pairings_listing(tournament, played, language))}{absent}"


def _table(list: Listing) -> str:
    heads = "".join(
        f'<th scope="col"{" class=n" if column.right else ""}>{escape(column.head)}</th>'
        for column in list.columns
    )
    rows = "".join(
        f"<tr{' class=left' if row.left else ''}>"
        + "".join(
            f"<td{_kind(column.right, cell.won)}>{escape(cell.text)}</td>"
            for column, cell in zip(list.columns, row.cells, strict=False)
        )
        + "</tr>\n"
        for row in list.rows
    )
    body = f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>"
    return f'<div class="scroll"><table>\n{body}</table></div>\n'


def _kind(right: bool, won: bool) -> str:
    return " class=n" if right else " class=won" if won else ""


def embed_line(address: str) -> str:
    """HTML that embeds the index in another page."""
    return f'<iframe src="{escape(address)}" title="Ronde" width="100%" height="600"></iframe>'


# The pages of a tournament in a folder of the club's site: only changed files are written.


_HEAD = 400
"""Bytes in which a page of ours names its generator."""


@dataclass(frozen=True, slots=True)
class PublishResult:
    """The pages that publishing wrote and removed, and how many there are."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    count: int

    @property
    def changed(self) -> bool:
        return bool(self.written or self.removed)


def publish_into(folder: Path, files: Mapping[str, bytes], *, force: bool = False) -> PublishResult:
    """Write the files into a folder; a page of another origin is never replaced unless forced."""
    foreign = [name for name in files if name.endswith(".html") and _foreign(folder / name)]
    if foreign and not force:
        raise FileExists(path=str(folder / foreign[0]))
    written = write_changed(folder, files)
    return PublishResult(tuple(written), tuple(_sweep(folder, set(files))), len(files))


def _sweep(folder: Path, kept: set[str]) -> list[str]:
    """Remove pages of ours that no longer exist: of an undone round, of a category."""
    gone = []
    try:
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
            if entry.name not in kept and entry.name.endswith(".html") and _ours(Path(entry.path)):
                os.unlink(entry.path)
                gone.append(entry.name)
    except OSError as error:
        raise file_error(folder, error) from error
    return gone


def _ours(path: Path) -> bool:
    if path.is_file():  # opening a pipe would block
        with suppress(OSError), path.open("rb") as file:
            return GENERATOR.encode() in file.read(_HEAD)
    return False


def _foreign(path: Path) -> bool:
    return path.exists() and not _ours(path)
