"""The round at the desk: preview, wishes, changes by hand, accepting; then the stored tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.in_process import Visitor
from tests.support.posting import post_all, shown, stored

from ronde.app.desk import Desk
from ronde.model.decisions.players import player_leaves
from ronde.model.events import PairForbidden, RoundPaired, TableAdded
from ronde.model.tournament import Round


@pytest.fixture
def hall(arbiter: Visitor, file: Path) -> Visitor:
    """The arbiter, before an open round without tables."""
    arbiter.post("/desk/open/tables/do", {"verb": "part-all"})
    assert not open_round(file).tables
    return arbiter


def open_round(file: Path) -> Round:
    return stored(file).tournament.open_round


def preview(browser: Visitor, **wishes: str) -> str:
    answer = browser.post("/desk/open/pair", wishes)
    assert answer.status == 303
    place = answer.headers["location"]
    shown(browser, place)
    return place


def do(browser: Visitor, place: str, verb: str, *who: int) -> int:
    fields = [("verb", verb), *(("who", str(one)) for one in who)]
    status = post_all(browser, f"{place}/do", fields).status
    shown(browser, place)
    return status


def pairs(page: str) -> list[tuple[int, int]]:
    found = re.findall(r'<tr id="seat-(\d+)-(\d+)"', page)
    return [(int(one), int(other)) for one, other in found]


def test_a_preview_names_whom_the_draw_brings_in(hall: Visitor, file: Path) -> None:
    desk = stored(file)
    late, current = max(desk.tournament.present), desk.tournament.open_round.number
    hall.post(f"/desk/open/player/{late}/leave", {"reason": "withdrawn", "expected": str(current)})
    assert stored(file).tournament.expected(late) == current
    assert f"expected in round {current}" in hall.get(f"/desk/open/player/{late}").text
    assert f"expected in round {current}" in hall.get("/desk/open/players").text

    place = preview(hall)
    page = hall.get(place).text
    assert "Joining with this pairing: " in page
    assert f"({late}, expected in round {current})" in page
    assert stored(file).tournament.expected(late) == current, "nothing is stored yet"

    do(hall, place, "without")
    page = hall.get(place).text
    assert "The draw brings in" not in page
    assert late not in {one for pair in pairs(page) for one in pair}

    place = preview(hall)
    hall.post(f"{place}/accept")
    assert stored(file).tournament.absence(late) is None


def test_a_preview_stores_nothing_and_accepting_stores_what_was_shown(hall: Visitor, file: Path) -> None:
    number = stored(file).number
    place = preview(hall)
    page = hall.get(place).text

    assert "Nothing is stored yet" in page
    assert "the whole round" in page
    assert stored(file).number == number
    assert hall.post(f"{place}/accept").headers["location"] == "/desk/open"
    assert [(table.first, table.second) for table in open_round(file)] == pairs(page)


def test_the_bill_of_each_pair_is_there_in_words(hall: Visitor) -> None:
    page = hall.get(preview(hall)).text

    assert page.count("<details") >= 3
    assert "in all" in page or "This pair costs nothing" in page


def test_two_players_are_exchanged_and_taken_back(hall: Visitor, file: Path) -> None:
    place = preview(hall)
    before = pairs(hall.get(place).text)
    (first, _), (second, _) = before[:2]

    assert do(hall, place, "exchange", first, second) == 303
    after = pairs(hall.get(place).text)
    assert {after[0][0], after[1][0]} == {first, second}
    assert after != before
    do(hall, place, "back")
    assert pairs(hall.get(place).text) == before
    assert not open_round(file).tables


def test_a_locked_pair_survives_every_new_draw(hall: Visitor) -> None:
    place = preview(hall)
    one, other = pairs(hall.get(place).text)[0]
    do(hall, place, "lock", one)
    for _ in range(3):
        assert do(hall, place, "redraw") == 303
        drawn = pairs(hall.get(place).text)
        assert {one, other} in [set(pair) for pair in drawn]
        assert len(drawn) == 3


def test_a_forbidden_pair_is_drawn_apart_at_once_and_written_only_on_acceptance(
    hall: Visitor, file: Path
) -> None:
    place = preview(hall)
    one, other = pairs(hall.get(place).text)[0]
    do(hall, place, "forbid", one, other)
    assert {one, other} not in [set(pair) for pair in pairs(hall.get(place).text)]
    assert not stored(file).tournament.forbidden

    hall.post(f"{place}/accept")
    assert stored(file).tournament.forbidden == {frozenset((one, other))}
    facts = stored(file).by_action()[-1][3]
    assert [type(fact) for fact in facts] == [PairForbidden, RoundPaired]


def test_a_chosen_bye_is_drawn_for(hall: Visitor, file: Path) -> None:
    place = preview(hall)
    player = pairs(hall.get(place).text)[0][0]
    do(hall, place, "bye", player)
    hall.post(f"{place}/accept")

    assert stored(file).tournament.unpaired == (player,)
    assert open_round(file).forced_bye == player


def test_manual_pairing_is_the_same_preview_begun_empty(hall: Visitor, file: Path) -> None:
    place = preview(hall, **{"by-hand": "yes"})
    assert pairs(hall.get(place).text) == []

    assert hall.post(f"{place}/do", {"verb": "meet", "one": "poi", "other": "webb"}).status == 303
    assert pairs(hall.get(place).text) == [(3, 6)]
    do(hall, place, "meet", 1, 2)
    do(hall, place, "part", 1)
    hall.post(f"{place}/accept")
    assert [(table.first, table.second) for table in open_round(file)] == [(3, 6)]


def test_a_manual_beginning_can_be_completed_by_the_draw(hall: Visitor) -> None:
    place = preview(hall, **{"by-hand": "yes"})
    do(hall, place, "meet", 3, 6)
    do(hall, place, "lock", 3)
    do(hall, place, "redraw")
    drawn = pairs(hall.get(place).text)

    assert len(drawn) == 3
    assert {3, 6} in [set(pair) for pair in drawn]


@pytest.mark.parametrize(
    ("verb", "who"), [("exchange", (1,)), ("meet", (1, 2, 3)), ("bye", ()), ("lock", ())]
)
def test_a_verb_needs_its_players_and_says_so(verb: str, who: tuple[int, ...], hall: Visitor) -> None:
    place = preview(hall)

    assert do(hall, place, verb, *who) == 409
    assert do(hall, "/desk/open/tables", verb, *who) == 409


def test_a_preview_for_a_hall_that_changed_is_made_again(hall: Visitor, file: Path) -> None:
    place = preview(hall)
    one = pairs(hall.get(place).text)[0][0]
    elsewhere = Desk.open(file)
    elsewhere.act("terminal", player_leaves, number=one)
    elsewhere.close()

    again = hall.post(f"{place}/accept").headers["location"]
    page = shown(hall, again).text
    assert "The tournament has changed" in page
    assert one not in {player for pair in pairs(page) for player in pair}
    assert not open_round(file).tables
    hall.post(f"{again}/accept")
    assert len(open_round(file).tables) == 3


def test_a_new_title_is_no_reason_to_draw_again(hall: Visitor, file: Path) -> None:
    place = preview(hall)
    hall.post("/desk/open/settings", {"name": "Other Open"})

    assert hall.post(f"{place}/accept").headers["location"] == "/desk/open"
    assert len(open_round(file).tables) == 3


def test_a_preview_that_is_gone_leads_back_to_the_tables(hall: Visitor) -> None:
    for way in ("", "/accept", "/do"):
        ask = hall.post if way else hall.get
        assert ask(f"/desk/open/preview/nothing{way}").headers["location"] == "/desk/open/tables"
    assert "This preview no longer exists" in hall.get("/desk/open/tables").text


def test_a_page_that_renews_itself_while_its_preview_is_accepted_hides_no_notice(hall: Visitor) -> None:
    place = preview(hall)
    hall.post(f"{place}/accept")
    hall.get(place, x_ronde="refresh")

    page = hall.get("/desk/open").text
    assert "The round is paired: 3 tables" in page
    assert "This preview no longer exists" not in page


def test_a_complete_round_is_only_shown(arbiter: Visitor) -> None:
    page = shown(arbiter, arbiter.post("/desk/open/pair").headers["location"])

    assert page.headers["location"] == "/desk/open/tables"
    assert "Everybody is already paired" in arbiter.get("/desk/open/tables").text


def test_too_few_players_are_told_in_words(arbiter: Visitor) -> None:
    arbiter.post("/house/new", {"name": "Lonely"})
    arbiter.post("/desk/lonely/players/add", {"name": "ONE Only"})
    shown(arbiter, arbiter.post("/desk/lonely/pair").headers["location"])

    assert 'id="notice"' in arbiter.get("/desk/lonely/tables").text


def test_stored_tables_are_exchanged_parted_paired_and_locked(arbiter: Visitor, file: Path) -> None:
    first, second = (table.first for table in list(open_round(file))[:2])
    place = "/desk/open/tables"

    assert do(arbiter, place, "exchange", first, second) == 303
    assert open_round(file).table(1).first == second
    do(arbiter, place, "lock", second)
    assert open_round(file).table(1).locked
    do(arbiter, place, "unlock", second)
    do(arbiter, place, "part", second)
    assert 1 not in open_round(file).tables
    free = stored(file).tournament.unpaired[:2]
    do(arbiter, place, "meet", *free)
    assert len(open_round(file).tables) == 3
    facts = [fact for _, _, _, facts in stored(file).by_action()[-1:] for fact in facts]
    assert any(isinstance(fact, TableAdded) and fact.pair.reasons == fact.pair.reasons for fact in facts)


def test_a_table_with_a_result_is_not_touched(arbiter: Visitor, file: Path) -> None:
    table = open_round(file).table(1)
    arbiter.post("/desk/open/result", {"entry": f"{table.first} 40"})

    assert do(arbiter, "/desk/open/tables", "part", table.first) == 409
    assert 1 in open_round(file).tables


def test_why_not_is_answered_for_the_preview_and_for_the_round(hall: Visitor) -> None:
    place = preview(hall)
    drawn = [set(pair) for pair in pairs(hall.get(place).text)]
    one, other = next((a, b) for a in range(1, 7) for b in range(a + 1, 7) if {a, b} not in drawn)
    asked = post_all(hall, f"{place}/do", [("verb", "whynot"), ("who", str(one)), ("who", str(other))])
    page = hall.get(asked.headers["location"]).text

    assert "the round would cost" in page
    assert place in page, "the way back leads to the preview"
    assert hall.get("/desk/open/whynot?one=1&other=1").status == 409
    assert hall.get("/desk/open/whynot?one=nobody&other=1").status == 409


def test_helpers_of_the_public_see_nothing_of_a_preview(hall: Visitor) -> None:
    assert hall.stranger().get(preview(hall)).status == 403
