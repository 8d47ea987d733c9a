"""What the pages of the desk about one tournament share."""

from __future__ import annotations

import pytest
from tests.support.in_process import Visitor

PAGES = ("tables", "settings", "export", "players", "publish")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_for_seats_only_and_of_tournaments_that_are_there(inside: Visitor, page: str) -> None:
    assert inside.get(f"/desk/open/{page}").status == 200
    assert inside.get(f"/desk/nothing/{page}").status == 404
    inside.cookies.clear()
    assert inside.get(f"/desk/open/{page}").status == 403


def test_the_icon_of_undo_is_there_for_a_notice_that_a_script_keeps(
    inside: Visitor,
) -> None:
    page = inside.get("/desk/open/players").text

    assert 'id="notice"' not in page
    assert 'id="i-undo"' in page


def test_what_was_wrong_is_on_the_same_page_and_nothing_was_changed(inside: Visitor) -> None:
    before = inside.get("/desk/open/tables").text
    answer = inside.post("/desk/open/tables/do", {"verb": "exchange"})

    assert answer.status == 409
    assert 'id="trouble"' in answer.text
    assert inside.get("/desk/open/tables").text == before
