"""Which tabs a visitor sees: those of a tournament by its system, or those of the whole server."""

from __future__ import annotations

from collections.abc import Callable

from ronde.core.tournament import Tournament
from ronde.web.server.open_tournament import OpenTournament

Tab = tuple[str, str, str, bool]
"""Address, icon, label, and whether it is the current page."""
Tabs = tuple[list[Tab], list[Tab]]
"""The tabs that are always visible, and those under More."""
Say = Callable[[str], str]


def has_begun(tournament: Tournament) -> bool:
    return bool(tournament.closed_rounds or tournament.open_round.tables)


def round_in_sight(tournament: Tournament) -> int:
    """The round of the Rounds tab: the one being played, else the last closed one."""
    current = tournament.open_round
    return current.number if current.tables else max(len(tournament.closed_rounds), 1)


def tabs_of(opened: OpenTournament, path: str, t: Say) -> Tabs:
    base, tournament = f"/t/{opened.slug}", opened.tournament
    number = round_in_sight(tournament)
    cup, programs = tournament.settings.pairing_system.knock_out, opened.programs or opened.playing
    pages = [
        ("", "live", "face.tab-live", path == base, True),
        ("/bracket", "bracket", "pages.bracket", path.startswith(f"{base}/bracket"), cup),
        (f"/round/{number}", "round", "face.tab-rounds", path.startswith(f"{base}/round"), True),
        ("/games", "board", "face.tab-games", path.startswith(f"{base}/game"), programs),
        ("/standings", "standings", "standings-page", path.startswith(f"{base}/standings"), True),
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
    when = f"?at={opened.desk.number}" if opened.past else ""
    main = [(base + place + when, pic, t(key), here) for place, pic, key, here, shown in pages if shown]
    more = [(base + place, pic, t(key), here) for place, pic, key, here in rest]
    return main, [*more, (f"{path}?at={opened.desk.number}", "history", t("face.past"), opened.past)]


def tabs_of_house(path: str, t: Say, *, arbitre: bool, course: bool = False) -> Tabs:
    """The pages of the whole server; none if there is only one."""
    pages = [
        ("/?all", "round", t("tournaments"), path == "/", True),
        ("/arbitre", "engine", t("arbitre.title"), path.startswith("/arbitre"), arbitre),
        ("/course", "standings", t("course.title"), path.startswith("/course"), course),
    ]
    shown = [one[:4] for one in pages if one[4]]
    return (shown, []) if len(shown) > 1 else ([], [])
