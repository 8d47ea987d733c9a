"""What the page of one player is told."""

from __future__ import annotations

from tests.support.builders import tournament

from ronde.core.published import AsOf
from ronde.scoring.door import sheet
from ronde.web.public.player_facts import all_places, player_facts


def test_a_player_without_a_round_has_a_seed_and_no_form() -> None:
    played = tournament(2)
    facts = player_facts(played, sheet(played, 1, as_of=AsOf.CLOSING), "en")

    assert (facts["seed"], facts["form"], facts["form_words"], facts["field"]) == (1, "", "–", [])


def test_nobody_has_a_place_before_a_round_is_closed() -> None:
    assert all_places(tournament(2), AsOf.CLOSING) == {1: [], 2: []}
