"""What the page of one player shows: form, colours, the field, places over the rounds."""

from __future__ import annotations

from typing import Any

from ronde.core.player import PlayerId
from ronde.core.published import AsOf, seen
from ronde.core.result import write_number
from ronde.core.tournament import Tournament
from ronde.formats.charts.door import form_letters
from ronde.formats.working import working_lines, workings_of
from ronde.i18n.door import figures, say
from ronde.scoring import door as scoring
from ronde.web.story import seeds


def player_facts(tournament: Tournament, page: scoring.PlayerSheet, language: str) -> dict[str, Any]:
    """The figures and pictures of one player."""
    player, games = page.player.id, [line for line in page.lines if line.opponent]
    letters = form_letters(page.lines)
    words = {"w": "won", "d": "drawn", "l": "lost"}
    told = [say(f"face.{words[one]}", language) for one in letters.lower() if one in words]
    return {
        "keizer": _keizer(tournament, player),
        "seed": seeds(tournament)[player],
        "form": letters,
        "form_words": ", ".join(told) or "–",
        "rated": _rated(tournament, player, language),
        "worked": _worked(tournament, page, language),
        "performance": scoring.performances(tournament, len(tournament.closed_rounds)).get(player),
        "colours": [line.first for line in games if line.played],
        "field": [(tournament.player(line.opponent).rating, line.half_points, line.first) for line in games],
    }


def all_places(tournament: Tournament, as_of: AsOf) -> dict[PlayerId, list[int]]:
    """Everybody's places; before somebody was registered, where the points of today would have put them."""
    places: dict[PlayerId, list[int]] = {player: [] for player in tournament.players}
    for after in range(1, len(tournament.closed_rounds) + 1):
        listed = _places_after(seen(tournament, after, as_of), after)
        whole = {} if places.keys() <= listed.keys() else _places_after(tournament, after)
        for player, found in places.items():
            found.append(listed.get(player) or whole.get(player) or len(places))
    return places


def _places_after(tournament: Tournament, after: int) -> dict[PlayerId, int]:
    return {row.player: scoring.listed(row, tournament) for row in scoring.standings(tournament, after).rows}


def _keizer(tournament: Tournament, player: PlayerId) -> scoring.KeizerRow | None:
    if not tournament.settings.pairing_system.by_value:
        return None
    rows = scoring.standings(tournament).rows
    return next((row.keizer for row in rows if row.player == player), None)


def _rated(tournament: Tournament, player: PlayerId, language: str) -> str:
    """How the rating changes by FIDE's rules, in a sentence; nothing where C.07 does not rank."""
    if not tournament.settings.pairing_system.numbered:
        return ""
    found = scoring.rating_changes(tournament).get(player)
    if found is None:
        return ""
    points = {
        "change": figures(f"{found.change:+.1f}", language),
        "points": figures(write_number(found.half_points / 2), language),
        "expected": figures(f"{float(found.expected):.2f}", language),
    }
    return say("lists.rating-change-of", language, games=found.games, k=found.k, **points)


def _worked(tournament: Tournament, page: scoring.PlayerSheet, language: str) -> list[str]:
    """The working of the tie-breaks of C.07, a line each."""
    found = workings_of(tournament) if page.lines else {}
    if page.player.id not in found:
        return []
    rows = scoring.standings(tournament).rows
    ties = next((row.tiebreaks for row in rows if row.player == page.player.id), {})
    return working_lines(found[page.player.id], ties, language)
