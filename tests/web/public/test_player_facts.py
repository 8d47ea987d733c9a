"""What the page of one player is told."""

from __future__ import annotations

import random
import re
from pathlib import Path

from tests.browser.halls import make
from tests.support.builders import tournament
from tests.support.in_process import in_process

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import plan_absence
from ronde.model.entry import fill_at_random
from ronde.model.player import Absence
from ronde.model.settings import Settings, usual_settings
from ronde.model.tournament import AsOf
from ronde.systems import keizer_table
from ronde.systems.keizer.standings import close_and_freeze
from ronde.systems.rounds import complete_round
from ronde.web.public.players import PlayerPageCache, player_facts


def test_a_player_without_a_round_has_a_seed_and_no_form() -> None:
    played = tournament(2)
    facts = player_facts(played, PlayerPageCache().of(played, AsOf.CLOSING), 1, "en")

    assert (facts["seed"], facts["form"], facts["form_words"], facts["field"]) == (1, "", "–", [])


def test_points_are_said_with_the_rounds_they_come_from(tmp_path: Path) -> None:
    with in_process(make(tmp_path / "open.ronde", Settings(rounds=5), closed=2)) as visitor:
        assert "<dt>points of 2</dt>" in visitor.get("/t/open/player/3").text


def test_a_round_missed_for_the_club_shows_the_points_it_is_worth_on_the_page_and_on_the_phone(
    tmp_path: Path,
) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"), closed=0)
    desk = Desk.open(path)
    desk.act(CHIEF, plan_absence, number=3, rounds=[1], reason=Absence.CLUB)
    desk.act(CHIEF, complete_round, seed=1)
    desk.act(CHIEF, fill_at_random, random.Random(1))
    desk.act(CHIEF, close_and_freeze)
    (row,) = (row for row in keizer_table(desk.tournament).rows if row.player == 3)
    (worth,) = (f"{source.points:g}" for source in row.sources if source.round == 1)
    desk.close()

    assert worth != "0"
    with in_process(path) as visitor:
        phone = re.search(r"/t/club/card/3/[\w-]+", visitor.get("/desk/club/phones?player=3").text)
        assert phone
        for address in ("/t/club/player/3", phone.group()):
            shown = re.findall(r'class="n score">([^<]*)</td>', visitor.get(address).text)
            assert shown[0] == worth, address
