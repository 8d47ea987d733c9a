"""The content of a player's page: results, colours, opponents, ranks over the rounds."""

from __future__ import annotations

from typing import Any

from ronde.core.player import PlayerId
from ronde.core.result import write_number
from ronde.core.tournament import Tournament
from ronde.formats.charts.door import form_letters
from ronde.formats.working import working_lines, workings_of
from ronde.i18n.door import figures, say
from ronde.scoring import door as scoring
from ronde.web.public.player_book import PlayerBook


def player_facts(tournament: Tournament, book: PlayerBook, player: PlayerId, language: str) -> dict[str, Any]:
    page = book.sheets[player]
    games = [line for line in page.lines if line.opponent]
    letters = form_letters(page.lines)
    words = {"w": "won", "d": "drawn", "l": "lost"}
    form = [say(f"face.{words[one]}", language) for one in letters.lower() if one in words]
    return {
        "keizer": book.keizer.get(player),
        "seed": book.seeds[player],
        "form": letters,
        "form_words": ", ".join(form) or "–",
        "rated": _rated(tournament, player, language),
        "worked": _worked(tournament, page, language),
        "performance": book.performances.get(player),
        "colours": [line.first for line in games if line.played],
        "field": [(tournament.player(line.opponent).rating, line.half_points, line.first) for line in games],
    }


def _rated(tournament: Tournament, player: PlayerId, language: str) -> str:
    """The rating change by FIDE's rules, in a sentence; empty where C.07 does not rank."""
    if not tournament.settings.pairing_system.numbered:
        return ""
    change = scoring.rating_changes(tournament).get(player)
    if change is None:
        return ""
    points = {
        "change": figures(f"{change.change:+.1f}", language),
        "points": figures(write_number(change.half_points / 2), language),
        "expected": figures(f"{float(change.expected):.2f}", language),
    }
    return say("lists.rating-change-of", language, games=change.games, k=change.k, **points)


def _worked(tournament: Tournament, page: scoring.PlayerSheet, language: str) -> list[str]:
    """The computation of the tie-breaks of C.07, one line each."""
    by_player = workings_of(tournament) if page.lines else {}
    if page.player.id not in by_player:
        return []
    rows = scoring.standings(tournament).rows
    ties = next((row.tiebreaks for row in rows if row.player == page.player.id), {})
    return working_lines(by_player[page.player.id], ties, language)
