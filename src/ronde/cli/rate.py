"""Rating lists over many tournaments, and simulated ones: the commands `rate` and `simulate`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import isinf
from pathlib import Path
from typing import Any

import click

from ronde.app.simulation import average, spread_ratings, trial
from ronde.app.views import day_data
from ronde.cli.session import (
    ANY_PATH,
    CommandRun,
    TournamentFile,
    json_option,
    show,
    true_place,
    with_session,
)
from ronde.cli.speech import AliasChoice, command, language, option, translate, with_progress
from ronde.formats.files import write_whole
from ronde.i18n import day_of_text
from ronde.model.errors import FileExists, UnknownPlayer
from ronde.model.names import NameIndex, fold
from ronde.model.schedule import scheduled_rounds
from ronde.model.settings import MOST_ROUNDS, Settings, check_settings, usual_brightwell
from ronde.model.systems import SYSTEMS
from ronde.render.text import columns
from ronde.standings.rating_lists import METHODS, RatingEntry, by_name, by_number, events_of

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
    session: CommandRun,
    files: tuple[Path, ...],
    method: str,
    by: str,
    history: str | None,
    chart: Path | None,
    as_json: bool,
) -> None:
    opened = {true_place(file): file for file in files}
    if chart is not None and (chart.suffix != ".svg" or true_place(chart) in opened) and chart.exists():
        raise FileExists(path=str(chart))
    events = events_of([session.desk(file).tournament for file in opened.values()], _KEYS[by])
    entries = METHODS[method](events)
    listed = _told_apart(entries)
    places = list(range(len(listed))) if history is None else _called(listed, history)
    chosen = [listed[place] for place in places]
    if chart is not None:
        from ronde.render.charts.tournaments import rating_chart

        title = translate("cli.rate-title", count=len(events))
        write_whole({chart: rating_chart(chosen, title).encode()})
    text = _table(listed) if history is None else "\n\n".join(map(_past, chosen))
    data = [_data(place + 1, entries[place]) for place in places]
    show(data, text or translate("cli.rate-nobody"), as_json=as_json)


def _told_apart(entries: list[RatingEntry]) -> list[RatingEntry]:
    """Add the number to names that several players have."""
    often = Counter(fold(entry.player.full_name) for entry in entries)
    return [entry if often[fold(entry.player.full_name)] == 1 else _numbered(entry) for entry in entries]


def _numbered(entry: RatingEntry) -> RatingEntry:
    name = f"{entry.player.full_name} ({entry.player.id})"
    return replace(entry, player=replace(entry.player, name=name, first_name=""))


def _called(entries: list[RatingEntry], text: str) -> list[int]:
    """The indices of the entries whose name begins with `text` or whose number it is.

    Refused if there is none.
    """
    wish = fold(text.strip())
    names = {place: entry.player.full_name for place, entry in enumerate(entries)}
    places = [
        place
        for place, entry in enumerate(entries)
        if wish and (fold(names[place]).startswith(wish) or str(entry.player.id) == wish)
    ]
    if places:
        return places
    similar = [names[place] for place in NameIndex(names).search(text, most=3)] if wish else []
    raise UnknownPlayer(text=text, reason="history-similar" if similar else "history", similar=similar)


def _table(entries: list[RatingEntry]) -> str:
    names = ["player", "rating", "error", "games", "points"]
    if any(entry.superiority is not None for entry in entries):
        names.append("above")
    rows = [[str(place), *_row(entry)][: len(names) + 1] for place, entry in enumerate(entries, 1)]
    head = ["", *(translate(f"cli.rate-{name}") for name in names)]
    return columns(head, rows, "acdefg") if rows else ""


def _row(entry: RatingEntry) -> list[str]:
    return [
        entry.player.full_name,
        f"{entry.rating:.0f}",
        _interval(entry),
        str(entry.games),
        f"{entry.points:g}",
        "" if entry.superiority is None else f"{entry.superiority:.0%}",
    ]


def _interval(entry: RatingEntry) -> str:
    """The interval of a rating: none, between two bounds, or with only one."""
    if entry.low is None or entry.high is None:
        return ""
    if isinf(entry.high):
        return f"≥ {entry.low:.0f}"
    return f"≤ {entry.high:.0f}" if isinf(entry.low) else f"{entry.low:.0f} – {entry.high:.0f}"


def _past(entry: RatingEntry) -> str:
    rows = [
        [day_of_text(point.date, language()), point.event, f"{point.rating:.0f}"] for point in entry.history
    ]
    head = [translate(f"cli.rate-{name}") for name in ("date", "tournament", "rating")]
    return f"{entry.player.full_name}\n{columns(head, rows, 'c')}"


def _data(place: int, entry: RatingEntry) -> dict[str, Any]:
    return {
        "place": place,
        "id": entry.player.id,
        "name": entry.player.full_name,
        "rating": round(entry.rating, 1),
        "error": round(entry.error, 1),
        "low": _end(entry.low),
        "high": _end(entry.high),
        "superiority": None if entry.superiority is None else round(entry.superiority, 4),
        "games": entry.games,
        "points": entry.points,
        "history": [
            {"date": day_data(point.date), "tournament": point.event, "rating": round(point.rating, 1)}
            for point in entry.history
        ],
    }


def _end(end: float | None) -> float | None:
    return None if end is None or isinf(end) else round(end, 1)


# The command `ronde simulate`: tries settings on simulated tournaments.


@command("simulate", common=("--players", "--rounds", "--times", "--system", "--like"))
@option("--players", type=click.IntRange(2, 5000), default=30, help="simulated-players", metavar="N")
@option("--rounds", type=click.IntRange(1, 999), default=None, help="simulated-rounds", metavar="N")
@option("--times", type=click.IntRange(1, 100_000), default=100, help="times", metavar="N")
@option("--strongest", type=int, default=2400, help="strongest", metavar="RATING")
@option("--weakest", type=int, default=1200, help="weakest", metavar="RATING")
@option("--system", type=AliasChoice(SYSTEMS), default="swiss", help="system")
@option("--like", type=TournamentFile(), default=None, help="like", metavar="FILE")
@option("--seed", type=click.IntRange(0, 2**31), default=1, help="seed", metavar="N")
@json_option
@with_session
def simulate(
    session: CommandRun,
    players: int,
    rounds: int | None,
    times: int,
    strongest: int,
    weakest: int,
    system: str,
    like: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    settings = _settings(session, like, rounds, system, players)
    check_settings(settings)
    ratings = spread_ratings(players, strongest, weakest)
    turns = with_progress(range(times), times, translate("cli.simulating"))
    trials = [trial(settings, ratings, seed + turn) for turn in turns]
    means = average(trials)
    data = {"players": players, "rounds": settings.rounds, "times": times, **means}
    rows = [f"{translate(f'cli.mean-{name}'):<55} {value:8.3f}" for name, value in means.items()]
    title = translate("cli.simulated", times=times, players=players, rounds=settings.rounds)
    show(data, "\n".join([title, *rows]), as_json=as_json)


def _settings(
    session: CommandRun, like: Path | None, rounds: int | None, system: str, players: int
) -> Settings:
    """The settings of a tournament, or the default ones with as many rounds as the system needs."""
    if like is not None:
        return session.desk(like).tournament.settings
    usual = Settings(system=system)
    number = rounds or min(MOST_ROUNDS, scheduled_rounds(usual, players)) or usual.rounds
    return replace(usual, rounds=number, brightwell=usual_brightwell(number))
