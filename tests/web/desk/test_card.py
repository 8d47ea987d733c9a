"""The card of one player."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.in_process import Visitor
from tests.support.posting import stored

from ronde.app.desk import Desk
from ronde.model.player import Absence
from ronde.web.desk.player import reason_of, rounds_of, whole_of


def test_a_card_is_changed_and_says_so(inside: Visitor, file: Path) -> None:
    page = inside.follow(inside.post("/desk/open/player/1/edit", {"name": "ZETA", "rating": "1834"}))

    assert page.status == 200
    desk = Desk.open(file)
    desk.close()
    assert (desk.tournament.player(1).name, desk.tournament.player(1).rating) == ("ZETA", 1834)


def test_a_birth_date_is_taken_as_people_write_it(inside: Visitor, file: Path) -> None:
    for typed in ("2012-05-04", "4.5.2012", "04/05/2012"):
        inside.post("/desk/open/player/1/edit", {"name": "ZETA", "birth": "2001"})
        inside.post("/desk/open/player/1/edit", {"name": "ZETA", "birth": typed})

        assert stored(file).tournament.player(1).fide.birth == "2012/05/04"


def test_a_refused_card_keeps_what_was_typed_and_names_no_list_of_federations(inside: Visitor) -> None:
    page = inside.post("/desk/open/player/1/edit", {"name": "ZETA", "phone": "06 12", "birth": "in May"})

    assert page.status == 409
    assert 'value="06 12"' in page.text
    assert 'value="in May"' in page.text
    assert "FIDE" not in page.words


def test_a_card_of_nobody_is_not_found(inside: Visitor) -> None:
    assert inside.get("/desk/open/player/99").status == 404


def test_two_who_may_not_meet_are_named_on_both_cards(inside: Visitor) -> None:
    inside.post("/desk/open/player/1/forbid", {"other": "2"})

    assert "/player/2/allow" in inside.get("/desk/open/player/2").text
    inside.post("/desk/open/player/2/allow", {"other": "1"})
    assert "/player/2/allow" not in inside.get("/desk/open/player/2").text


@pytest.mark.parametrize(("text", "number"), [("", 0), ("12", 12), ("-3", -1), ("x", -1), ("9" * 12, -1)])
def test_what_is_no_number_is_beyond_every_list(text: str, number: int) -> None:
    assert whole_of(text) == number


def test_rounds_and_reasons_are_read_as_people_write_them() -> None:
    assert rounds_of("3, 5-7 9") == (3, 5, 6, 7, 9)
    assert reason_of("nonsense", Absence.WITHDRAWN) is Absence.WITHDRAWN
