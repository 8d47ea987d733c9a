"""A round before it is accepted."""

from __future__ import annotations

import re
from pathlib import Path

from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process

from ronde.app.desk import Desk
from ronde.model.settings import usual_settings


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


def test_a_preview_of_a_system_without_prices_shows_no_zeros(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", usual_settings("keizer"), closed=-1)
    with in_process(path) as arbiter:
        page = arbiter.follow(arbiter.post("/desk/club/pair")).text

    assert page.count('<td class="sum">') == 4
    assert not re.search(r"<summary>0<", page)
    assert "cost" not in re.findall(r'<th scope="col" class="sum">([^<]*)</th>', page)
