"""What the pages of all players share."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.builders import do, enter_result, leave, played, result, seated, tournament

from ronde.model.player import Player
from ronde.model.settings import Settings, usual_settings
from ronde.model.tournament import AsOf, Tournament, as_of_round
from ronde.standings import player_card
from ronde.systems import rank_number, standings
from ronde.web.public.players import PlayerPageCache, PlayerPageData

FIRST, SECOND, THIRD = "1-2:1 3-4:0", "1-3:= 2-4:1", "1-4:0 2-3:1"


def hall(settings: Settings | None = None) -> Tournament:
    """Four players after two rounds."""
    chosen = settings or usual_settings("keizer")
    cards = [Player(number, f"P{number}", rating=2000 - number) for number in range(1, 5)]
    return tournament(cards, [FIRST, SECOND], settings=chosen)


def fresh(there: Tournament) -> PlayerPageData:
    return PlayerPageCache().of(there, AsOf.CLOSING)


@pytest.mark.parametrize("system", ["keizer", "swiss"])
def test_a_book_says_what_sheets_and_standings_say(system: str) -> None:
    there = hall(usual_settings(system, game="chess"))
    book = fresh(there)

    for player in there.players:
        assert book.cards[player] == player_card(there, player, as_of=AsOf.CLOSING)
        expected = [
            next(
                rank_number(row, there)
                for row in standings(as_of_round(there, after), after).rows
                if row.player == player
            )
            for after in (1, 2)
        ]
        assert book.places_of(player) == expected


def test_results_of_the_evening_leave_the_book_as_it_is() -> None:
    books, there = PlayerPageCache(), seated(hall(), "1-4 2-3")
    before = books.of(there, AsOf.CLOSING)
    later = do(there, enter_result, player=1, result=result("1", there.settings.board))

    assert books.of(later, AsOf.CLOSING) is before
    assert books.of(later, AsOf.NOW) is not before


@pytest.mark.parametrize("system", ["keizer", "swiss"])
def test_a_closed_round_somebody_who_leaves_and_other_settings_are_in_the_next_book(system: str) -> None:
    books, there = PlayerPageCache(), hall(usual_settings(system, game="chess"))
    books.of(there, AsOf.CLOSING)
    for later in (
        played(there, THIRD),
        leave(played(there, THIRD), 2),
        replace(there, settings=replace(there.settings, keizer=replace(there.settings.keizer, ratio=1.5))),
        hall(usual_settings(system, game="chess")),
    ):
        assert books.of(later, AsOf.CLOSING) == fresh(later)


def test_nobody_has_a_place_before_a_round_is_closed() -> None:
    assert fresh(tournament(2)).places_of(1) == []
