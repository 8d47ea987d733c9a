"""Tables after they were accepted."""

from __future__ import annotations

from pathlib import Path

from tests.support.in_process import Visitor

from ronde.desk import Desk


def first_pair(file: Path) -> tuple[int, int]:
    desk = Desk.open(file)
    desk.close()
    table = desk.tournament.open_round.table(1)
    return table.first, table.second


def test_a_verb_that_needs_other_players_is_refused(inside: Visitor) -> None:
    answer = inside.post("/desk/open/tables/do", [("verb", "part"), ("chosen", "99")])

    assert answer.status == 409


def test_why_a_pair_was_not_drawn_is_answered_with_its_price(inside: Visitor, file: Path) -> None:
    one, other = first_pair(file)
    page = inside.get(f"/desk/open/whynot?one={one}&other={other}")

    assert page.status == 200
    assert inside.get("/desk/open/whynot?one=1&other=nobody").status in (404, 409)
