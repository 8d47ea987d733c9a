"""What the page of one player is told."""

from __future__ import annotations

from pathlib import Path

from tests.browser.halls import make
from tests.support.builders import tournament
from tests.support.in_process import in_process

from ronde.core.published import AsOf
from ronde.core.settings import Settings
from ronde.web.public.player_book import PlayerBooks
from ronde.web.public.player_facts import player_facts


def test_a_player_without_a_round_has_a_seed_and_no_form() -> None:
    played = tournament(2)
    facts = player_facts(played, PlayerBooks().of(played, AsOf.CLOSING), 1, "en")

    assert (facts["seed"], facts["form"], facts["form_words"], facts["field"]) == (1, "", "–", [])


def test_points_are_said_with_the_rounds_they_come_from(tmp_path: Path) -> None:
    with in_process(make(tmp_path / "open.ronde", Settings(rounds=5), closed=2)) as visitor:
        assert "<dt>points of 2</dt>" in visitor.get("/t/open/player/3").text
