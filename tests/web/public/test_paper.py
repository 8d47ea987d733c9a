"""What is printed."""

from __future__ import annotations

import json
import re

from tests.support.in_process import Visitor

from ronde.web.assets import qr_svg
from ronde.web.public.paper import KINDS


def test_a_swiss_without_groups_prints_every_kind_but_the_checklist_and_podiums(
    inside: Visitor,
) -> None:
    for kind in KINDS:
        status = inside.get(f"/t/open/print/{kind}").status
        assert status == (404 if kind in ("checklist", "podiums") else 200), kind
    assert inside.get("/t/open/print/nothing").status == 404


def test_cards_carry_personal_links_only_for_the_desk(inside: Visitor) -> None:
    phones = inside.get("/desk/open/phones?player=1").text
    personal = re.search(r">(http://localhost/t/open/card/1/\w+)<", phones)
    public = qr_svg("http://localhost/t/open/player/1")
    assert personal

    for visitor in (inside, inside.stranger(), inside):
        cards = visitor.get("/t/open/print/cards").text
        assert (qr_svg(personal[1]) in cards) is (visitor is inside)
        assert (public in cards) is (visitor is not inside)


def test_the_code_on_the_pairing_list_leads_to_the_bill_of_each_table(inside: Visitor) -> None:
    host = "http://localhost:8765"
    printed = inside.get("/t/open/print/pairings", host="localhost:8765").text

    assert qr_svg(f"{host}/t/open/round/2?by=bill") in printed


def test_the_bills_of_a_round_are_public_and_say_what_the_tables_cost(inside: Visitor) -> None:
    inside.cookies.clear()
    told = json.loads(inside.get("/t/open/round/2.json").text)
    page = inside.get("/t/open/round/2?by=bill").text

    for table in told["tables"]:
        bill = page.partition(f'<tr id="bill-{table["table"]}">')[2].partition("</tr>")[0]
        assert bill.count("<li") == len(table["reasons"]) + bool(table["reasons"])
        assert f"{table['cost']:,}" in bill or not table["reasons"]
    assert 'id="bill-bye"' in page


def test_a_german_heading_keeps_the_capitals_of_its_nouns(inside: Visitor) -> None:
    assert ">Nach Name<" in inside.get("/t/open/print/pairings?lang=de").text
