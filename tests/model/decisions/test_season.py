from __future__ import annotations

import pytest
from tests.support.builders import do, forbid, leave, played, tournament, with_settings

from ronde.model.decisions.players import renumber_by_rating
from ronde.model.decisions.rounds import next_season, remove_everybody, returning_players
from ronde.model.errors import NothingToChange, TournamentStarted
from ronde.model.events import PlayerChanged, PlayerErased
from ronde.model.player import Player
from ronde.model.replay import apply_event, replay
from ronde.model.tournament import Tournament

CARDS = [Player(number, f"P{number}", rating=1000 + number, new=True) for number in (3, 7, 9, 12)]


def test_the_next_season_has_the_same_settings_and_players_without_gaps() -> None:
    before = forbid(leave(with_settings(tournament(CARDS), system="keizer", rounds=20), 7), (9, 12))

    after = replay(next_season(Tournament(), before=before, name="Next", date="2027", players=True))

    assert after.settings == before.settings
    assert (after.name, after.date) == ("Next", "2027")
    assert {number: card.name for number, card in after.players.items()} == {1: "P3", 2: "P9", 3: "P12"}
    assert after.forbidden == {frozenset((2, 3))}
    assert not any(card.new for card in after.players.values())


def test_who_was_erased_stays_out_of_the_next_season_unless_registered_anew() -> None:
    before = apply_event(tournament(CARDS), PlayerErased(7, "Player 7"))
    renamed = apply_event(before, PlayerChanged(7, Player(7, "NEW")))

    assert [card.id for card in returning_players(before)] == [3, 9, 12]
    assert [card.id for card in returning_players(renamed)] == [3, 7, 9, 12]


def test_the_next_season_may_begin_with_nobody() -> None:
    before = tournament(CARDS)

    after = replay(next_season(Tournament(), before=before, name="Next", date="", players=False))

    assert not after.players
    assert after.settings == before.settings


def test_everybody_is_removed_only_while_there_is_no_game() -> None:
    assert not do(forbid(tournament(4), (1, 2)), remove_everybody).players
    with pytest.raises(NothingToChange):
        remove_everybody(tournament([]))
    for hall in (tournament(4, current="1-2"), played(tournament(4), "1-2:40 3-4:40")):
        with pytest.raises(TournamentStarted):
            remove_everybody(hall)


def test_forbidden_pairs_follow_their_players_to_new_numbers() -> None:
    hall = do(forbid(tournament(CARDS), (3, 12)), renumber_by_rating)

    assert {frozenset(hall.player(one).name for one in pair) for pair in hall.forbidden} == {
        frozenset(("P3", "P12"))
    }
