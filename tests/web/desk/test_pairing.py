"""A round before it is accepted."""

from __future__ import annotations

import re
from pathlib import Path

from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process

from ronde.app.desk import Desk
from ronde.model.settings import Settings, usual_settings


def tables(file: Path) -> int:
    desk = Desk.open(file)
    desk.close()
    return len(desk.tournament.open_round.tables)


def test_a_preview_changes_nothing_until_it_is_accepted(inside: Visitor, file: Path) -> None:
    inside.post("/desk/open/undo")
    begun = inside.post("/desk/open/pair")
    preview = begun.headers["location"]
    inside.follow(begun)
    assert tables(file) == 0

    inside.post(f"{preview}/accept")
    assert tables(file) == 3


def test_a_preview_that_was_let_go_is_gone(inside: Visitor, file: Path) -> None:
    inside.post("/desk/open/undo")
    begun = inside.post("/desk/open/pair")
    preview = begun.headers["location"]
    inside.follow(begun)
    inside.post(f"{preview}/forget")

    assert inside.get(preview).status == 303
    assert tables(file) == 0


def test_a_round_beyond_the_announced_ones_is_asked_for_before_it_is_paired(tmp_path: Path) -> None:
    path = make(tmp_path / "open.ronde", Settings(rounds=2), closed=2)
    with in_process(path) as arbiter:
        arbiter.post("/desk/open/undo")
        for form in ({}, {"by-hand": "yes"}):
            asked = arbiter.post("/desk/open/pair", form)
            assert asked.status == 409
            assert "All 2 announced rounds are played." in asked.text
        assert 'name="by-hand" value="yes"' in asked.text
        by_hand = {"verb": "meet", "one": "1", "other": "2"}
        asked = arbiter.post("/desk/open/tables/do", by_hand)
        assert asked.status == 409
        assert all(f'name="{name}" value="{value}"' in asked.text for name, value in by_hand.items())
        assert tables(path) == 0
        arbiter.post("/desk/open/tables/do", {**by_hand, "beyond": "yes"})
        assert tables(path) == 1
        arbiter.post("/desk/open/undo")
        begun = arbiter.post("/desk/open/pair", {"sure": "yes"})
        arbiter.follow(begun)
        arbiter.post(f"{begun.headers['location']}/accept")

    assert tables(path) == 4


def test_a_preview_of_a_system_without_prices_shows_no_zeros(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"), closed=-1)
    with in_process(path) as arbiter:
        page = arbiter.follow(arbiter.post("/desk/club/pair")).text

    assert page.count('<td class="sum">') == 4
    assert not re.search(r"<summary>0<", page)
    assert "cost" not in re.findall(r'<th scope="col" class="sum">([^<]*)</th>', page)
