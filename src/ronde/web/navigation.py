"""Tabs of a page, and the progress bar of the desk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ronde.i18n import say
from ronde.model.player import PlayerId
from ronde.model.schedule import State, is_over, state_of
from ronde.model.table import Table
from ronde.model.tournament import Tournament
from ronde.web.server.live_tournament import LiveTournament

# Which tabs a visitor sees: those of a tournament by its system, or those of the whole server.


Tab = tuple[str, str, str, bool]
"""Address, icon, label, and whether it is the current page."""
Tabs = tuple[list[Tab], list[Tab]]
"""The tabs that are always visible, and those under More."""
Say = Callable[[str], str]


def current_round(tournament: Tournament) -> int:
    """The round of the Rounds tab: the one being played, else the last closed one."""
    current = tournament.open_round
    return current.number if current.tables else max(len(tournament.closed_rounds), 1)


def tournament_tabs(live: LiveTournament, path: str, t: Say) -> Tabs:
    base, tournament = f"/t/{live.slug}", live.tournament
    number = current_round(tournament)
    cup, programs = tournament.pairing_system.knock_out, live.programs or live.playing
    final = tournament.final is not None
    bracket = ("/bracket", "bracket", "pages.bracket", path.startswith(f"{base}/bracket"))
    pages = [
        ("", "live", "face.tab-live", path == base, True),
        (*bracket, cup and not final),
        (f"/round/{number}", "round", "face.tab-rounds", path.startswith(f"{base}/round"), True),
        ("/games", "board", "face.tab-games", path.startswith(f"{base}/game"), programs),
        ("/standings", "standings", "standings-page", path.startswith(f"{base}/standings"), True),
        (*bracket, final),  # after what a phone has room for
        ("/crosstable", "grid", "crosstable-page", path.startswith(f"{base}/crosstable"), True),
        (
            "/players",
            "people",
            "face.tab-programs" if programs else "face.tab-players",
            path.startswith(f"{base}/player"),
            True,
        ),
    ]
    rest = [
        ("/teams", "flag", "teams-page", path == f"{base}/teams"),
        ("/print", "print", "paper.print", path == f"{base}/print"),
        ("/screen", "screen", "face.tab-screen", False),
    ]
    if programs:
        del rest[0]  # programs have no countries
    when = f"?at={live.desk.number}" if live.past else ""
    main = [(base + place + when, pic, t(key), here) for place, pic, key, here, shown in pages if shown]
    more = [(base + place, pic, t(key), here) for place, pic, key, here in rest]
    return main, [*more, (f"{path}?at={live.desk.number}", "history", t("face.past"), live.past)]


def server_tabs(path: str, t: Say, *, referee: bool, course: bool = False) -> Tabs:
    """The pages of the whole server; none if there is only one."""
    pages = [
        ("/?all", "round", t("tournaments"), path == "/", True),
        ("/arbitre", "engine", t("arbitre.title"), path.startswith("/arbitre"), referee),
        ("/course", "standings", t("course.title"), path.startswith("/course"), course),
    ]
    shown = [one[:4] for one in pages if one[4]]
    return (shown, []) if len(shown) > 1 else ([], [])


def first_page(tournament: Tournament) -> str:
    """The page of the desk that matters now: players, the round, or the final standings."""
    return _OPENINGS.get(state_of(tournament), "")


_OPENINGS = {State.COMING: "/players", State.ENTRIES: "/players", State.FINISHED: "/standings"}


# The progress bar of the desk: the open round as five steps, with the current one marked.


NAMED = 2
"""Up to so many absent players are named; more are counted."""
NUMBERED = 5
"""Up to so many missing tables are listed."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a round: `done`, `now` or `shut`, its text, and its progress."""

    name: str
    state: str
    says: str
    part: int = 0
    whole: int = 0


def steps(tournament: Tournament, language: str) -> list[Step]:
    """The five steps of the open round; a blocked step says why."""
    return [
        _players(tournament, language),
        _draw(tournament, language),
        _results(tournament, language),
        _close(tournament, language),
        _standings(tournament, language),
    ]


def _present(tournament: Tournament) -> list[PlayerId]:
    return [player for player in tournament.players if tournament.absence(player) is None]


def _players(tournament: Tournament, language: str) -> Step:
    everybody, here = list(tournament.players), _present(tournament)
    if not everybody:
        return Step("players", "now", say("face.players-none", language))
    if is_over(tournament):
        return Step("players", "done", say("web.players-count", language, count=len(everybody)))
    away = [tournament.player(player).name for player in everybody if player not in set(here)]
    context = {"here": len(here), "count": len(everybody)}
    if not away:
        said = say("face.players-here", language, count=len(here))
    elif len(away) <= NAMED:
        said = say("face.players-away", language, names=", ".join(away), **context)
    else:
        said = say("face.players-some", language, **context)
    return Step("players", "done" if len(here) > 1 else "now", said)


def _draw(tournament: Tournament, language: str) -> Step:
    tables, free = len(tournament.open_round.tables), len(tournament.unpaired)
    if is_over(tournament):
        return Step("draw", "done", say("face.draw-over", language))
    if not tables:
        enough = len(_present(tournament)) > 1
        return Step(
            "draw", "now" if enough else "shut", say(f"face.draw-{'ready' if enough else 'needs'}", language)
        )
    if free > 1:
        return Step("draw", "now", say("face.draw-part", language, count=free))
    return Step("draw", "done", say("face.draw-done", language, count=tables))


def _results(tournament: Tournament, language: str) -> Step:
    played = tournament.open_round
    whole, missing = len(played.tables), played.missing
    if is_over(tournament):
        return Step("results", "done", say("face.draw-over", language))
    if not whole:
        return Step("results", "shut", say("face.results-before", language))
    if not missing:
        return Step("results", "done", say("face.results-done", language, count=whole))
    key = "face.results-missing" if len(missing) <= NUMBERED else "face.results-many"
    said = say(key, language, count=len(missing), tables=_numbers(missing))
    return Step("results", "now", said, whole - len(missing), whole)


def _numbers(missing: Sequence[Table]) -> str:
    return ", ".join(str(table.number) for table in missing[:NUMBERED])


def _close(tournament: Tournament, language: str) -> Step:
    played = tournament.open_round
    if is_over(tournament):
        return Step("close", "done", say("face.draw-over", language))
    ready = bool(played.tables) and not played.missing
    return Step(
        "close", "now" if ready else "shut", say(f"face.close-{'ready' if ready else 'before'}", language)
    )


def _standings(tournament: Tournament, language: str) -> Step:
    closed = len(tournament.closed_rounds)
    if is_over(tournament):
        return Step("standings", "now", say("face.final", language))
    return Step("standings", "shut", say("face.standings-before", language, round=closed or 1))
