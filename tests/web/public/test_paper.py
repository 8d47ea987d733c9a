"""What is printed."""

from __future__ import annotations

from tests.support.in_process import Visitor

from ronde.web.public.paper import KINDS, hash_of


def test_every_kind_but_the_checklist_is_printed_of_a_swiss(inside: Visitor) -> None:
    for kind in KINDS:
        status = inside.get(f"/t/open/print/{kind}").status
        assert status == (404 if kind == "checklist" else 200), kind
    assert inside.get("/t/open/print/nothing").status == 404


def test_cards_carry_personal_links_only_for_the_desk(inside: Visitor) -> None:
    assert "/t/open/card/1/" in inside.get("/t/open/print/cards?links=yes").text or "<svg" in (
        inside.get("/t/open/print/cards").text
    )
    inside.cookies.clear()
    assert "/t/open/card/1/" not in inside.get("/t/open/print/cards").text


def test_what_a_page_depends_on_is_kept_in_short() -> None:
    assert hash_of({"a": 1}) == hash_of({"a": 1}) != hash_of({"a": 2})
    assert "secret" not in hash_of({"link": "secret"})
