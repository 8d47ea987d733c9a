"""Rating lists over many tournaments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ronde.cli.rehearsal import true_place
from ronde.cli.session import Session, TournamentFile, json_option, show, with_session
from ronde.cli.speech import ANY_PATH, command, option, spoken
from ronde.core.errors import FileExists
from ronde.core.names import fold
from ronde.formats.disk import write_whole
from ronde.formats.text import columns
from ronde.scoring.door import METHODS, RatingEntry, by_name, by_number, event_of

_KEYS = {"name": by_name, "number": by_number}


@command("rate")
@click.argument("files", nargs=-1, required=True, type=TournamentFile(), metavar="FILE...")
@option("--method", type=click.Choice(list(METHODS)), default="elo", help="rate-method")
@option("--by", type=click.Choice(list(_KEYS)), default="name", help="rate-by")
@option("--history", default=None, help="rate-history", metavar="NAME")
@option("--chart", type=ANY_PATH, default=None, help="rate-chart", metavar="FILE.svg")
@json_option
@with_session
def rate(
    session: Session,
    files: tuple[Path, ...],
    method: str,
    by: str,
    history: str | None,
    chart: Path | None,
    as_json: bool,
) -> None:
    """Compute a rating list over many tournaments."""
    places = {true_place(file): file for file in files}
    if chart is not None and (chart.suffix != ".svg" or true_place(chart) in places) and chart.exists():
        raise FileExists(path=str(chart))
    events = [event_of(session.desk(file).tournament, _KEYS[by]) for file in places.values()]
    entries = METHODS[method](events)
    chosen = entries if history is None else [one for one in entries if _means(one, history)]
    if chart is not None:
        from ronde.formats.ratingchart import rating_chart

        title = spoken("cli.rate-title", count=len(events))
        write_whole({chart: rating_chart(chosen, title).encode()})
    told = _told(entries) if history is None else "\n\n".join(map(_past, chosen))
    data = [_data(place, entry) for place, entry in enumerate(entries, 1) if entry in chosen]
    show(data, told or spoken("cli.rate-nobody"), as_json=as_json)


def _means(entry: RatingEntry, text: str) -> bool:
    return fold(entry.player.full_name).startswith(fold(text)) or entry.key == text


def _told(entries: list[RatingEntry]) -> str:
    names = ["player", "rating", "error", "games", "points"]
    if any(entry.superiority is not None for entry in entries):
        names.append("above")
    rows = [[str(place), *_row(entry)][: len(names) + 1] for place, entry in enumerate(entries, 1)]
    head = ["", *(spoken(f"cli.rate-{name}") for name in names)]
    return columns(head, rows, "acdefg") if rows else ""


def _row(entry: RatingEntry) -> list[str]:
    return [
        entry.player.full_name,
        f"{entry.rating:.0f}",
        f"± {entry.error:.0f}" if entry.error else "",
        str(entry.games),
        f"{entry.points:g}",
        "" if entry.superiority is None else f"{entry.superiority:.0%}",
    ]


def _past(entry: RatingEntry) -> str:
    rows = [[point.date, point.event, f"{point.rating:.0f}"] for point in entry.history]
    head = [spoken(f"cli.rate-{name}") for name in ("date", "tournament", "rating")]
    return f"{entry.player.full_name}\n{columns(head, rows, 'c')}"


def _data(place: int, entry: RatingEntry) -> dict[str, Any]:
    return {
        "place": place,
        "id": entry.player.id,
        "name": entry.player.full_name,
        "rating": round(entry.rating, 1),
        "error": round(entry.error, 1),
        "superiority": None if entry.superiority is None else round(entry.superiority, 4),
        "games": entry.games,
        "points": entry.points,
        "history": [
            {"date": point.date, "tournament": point.event, "rating": round(point.rating, 1)}
            for point in entry.history
        ],
    }
