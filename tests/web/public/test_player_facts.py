"""What the page of one player is told."""

from __future__ import annotations

from tests.support.builders import tournament

from ronde.core.published import AsOf
from ronde.web.public.player_book import PlayerBooks
from ronde.web.public.player_facts import player_facts


def test_a_player_without_a_round_has_a_seed_and_no_form() -> None:
    played = tournament(2)
    facts = player_facts(played, PlayerBooks().of(played, AsOf.CLOSING), 1, "en")

    assert (facts["seed"], facts["form"], facts["form_words"], facts["field"]) == (1, "", "–", [])
