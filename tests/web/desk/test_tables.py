"""Tables after they were accepted."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.in_process import Visitor
from tests.support.posting import stored

from ronde.app.desk import Desk
from ronde.standings import scores


def first_pair(file: Path) -> tuple[int, int]:
    desk = Desk.open(file)
    desk.close()
    table = desk.tournament.open_round.table(1)
    return table.first, table.second


def test_a_verb_that_needs_other_players_is_refused(inside: Visitor) -> None:
    answer = inside.post("/desk/open/tables/do", [("verb", "part"), ("chosen", "99")])

    assert answer.status == 409


def test_prices_come_in_groups_of_three_as_the_language_writes_them(inside: Visitor) -> None:
    """A point groups them in German, where a comma stands before decimals."""
    inside.language = "de"
    pairs = re.search(r"Gesamtkosten ([0-9.,]+)", inside.get("/desk/open/tables").words)
    asked = re.search(r"mindestens ([0-9.,]+) kosten", inside.get("/desk/open/whynot?one=1&other=2").words)

    assert pairs
    assert asked
    assert re.fullmatch(r"[0-9]{1,3}(\.[0-9]{3})*", pairs[1])
    assert re.fullmatch(r"[0-9]{1,3}(\.[0-9]{3})+", asked[1])


def test_the_total_above_the_tables_is_the_one_below_them_with_the_bye_and_with_results(
    inside: Visitor, file: Path
) -> None:
    desk = Desk.open(file)
    desk.close()
    bye = desk.tournament.open_round.bye
    assert bye
    assert bye.cost, "this bye is not free"
    for line in ("", "1 33"):
        if line:
            inside.post("/desk/open/result", [("entry", line)])
        page = inside.get("/desk/open/tables")
        above = re.search(r"total cost ([0-9,]+)", page.words)
        below = re.search(r'<td class="sum">([0-9,]+)</td></tr></tfoot>', page.text)

        assert above
        assert below
        assert above[1] == below[1]


def test_why_a_pair_was_not_drawn_is_answered_with_its_price(inside: Visitor, file: Path) -> None:
    one, other = first_pair(file)
    page = inside.get(f"/desk/open/whynot?one={one}&other={other}")

    assert page.status == 200
    assert inside.get("/desk/open/whynot?one=1&other=nobody").status in (404, 409)


def test_whoever_gets_the_bye_leaves_his_table(inside: Visitor, file: Path) -> None:
    one, other = first_pair(file)
    answer = inside.post("/desk/open/tables/do", [("verb", "bye"), ("who", str(one))])
    current = stored(file).tournament.open_round

    assert answer.status == 303
    assert current.forced_bye == one
    assert current.table_of(other) is None


def test_a_pair_that_met_is_made_once_the_arbiter_is_sure_and_the_rule_is_not_told_again(
    inside: Visitor, file: Path
) -> None:
    met = stored(file).tournament.round(1).table(1)
    fields = {"verb": "meet", "one": str(met.first), "other": str(met.second)}
    asked = inside.post("/desk/open/tables/do", fields)
    assert asked.status == 409
    assert "they met in round 1" in asked.words
    assert stored(file).tournament.open_round.table_of(met.first) is not None

    done = inside.post("/desk/open/tables/do", fields | {"sure": "yes"})
    table = stored(file).tournament.open_round.table_of(met.first)
    assert table
    assert met.second in table.pair
    assert "breaks a rule" not in inside.follow(done).words


def test_the_profile_of_papp_sorts_the_tables_by_score_after_a_pair_by_hand(
    inside: Visitor, file: Path
) -> None:
    inside.post("/desk/open/settings", {"profile": "papp"})
    inside.post("/desk/open/tables/do", {"verb": "part-all"})
    standing = scores(stored(file).tournament)
    *_, low, weak, strong, best = sorted(standing, key=lambda player: standing[player])
    for one, other in ((weak, low), (best, strong)):
        fields = {"verb": "meet", "one": str(one), "other": str(other), "sure": "yes"}
        assert inside.post("/desk/open/tables/do", fields).status == 303

    assert [table.first for table in stored(file).tournament.open_round] == [best, weak]
