"""Results at the desk: one fact a line, both values of a difference, words while one types."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process
from tests.support.posting import stored
from tests.support.web_server import Browser

from ronde.app.keys import ACTIONS
from ronde.i18n import LANGUAGES
from ronde.model.events import ResultEntered
from ronde.model.settings import Settings
from ronde.web.desk.pages import PLACES, POSTED


def entered(file: Path) -> int:
    return sum(isinstance(entry.event, ResultEntered) for entry, _ in stored(file).history())


def preview_of(browser: Browser | Visitor, text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(browser.get(f"/desk/open/foresee?text={text}").body)
    return found


def test_a_line_sent_twice_is_one_fact_even_after_another_result(arbiter: Visitor, file: Path) -> None:
    before = entered(file)
    arbiter.post("/desk/open/result", {"entry": "poi35", "key": "k1"})
    arbiter.post("/desk/open/result", {"entry": "poi36", "key": "k2", "replace": "yes"})
    answer = arbiter.post("/desk/open/result", {"entry": "poi35", "key": "k1"})

    assert answer.status == 303
    assert entered(file) == before + 2
    results = [table.result for table in stored(file).tournament.open_round if table.result]
    assert [36 in (one.first, one.second) for one in results] == [True]


def test_a_line_sent_again_after_the_server_was_restarted_has_no_effect(file: Path) -> None:
    before = entered(file)
    for _ in range(2):
        with in_process(file) as arbiter:
            assert arbiter.post("/desk/open/result", {"entry": "poi35", "key": "k1"}).status == 303
            arbiter.post("/desk/open/result", {"entry": "-poi", "key": "k2"})

    assert entered(file) == before + 1


def test_another_line_with_the_key_of_an_earlier_one_is_not_lost_in_silence(arbiter: Visitor) -> None:
    arbiter.post("/desk/open/result", {"entry": "poi35", "key": "k1"})
    answer = arbiter.post("/desk/open/result", {"entry": "mar 40", "key": "k1"})

    assert answer.status == 409
    assert 'value="mar 40"' in answer.text


def test_a_refused_line_may_be_sent_again_with_its_key(arbiter: Visitor, file: Path) -> None:
    arbiter.post("/desk/open/result", {"entry": "poi35"})

    assert arbiter.post("/desk/open/result", {"entry": "poi36", "key": "k"}).status == 409
    assert arbiter.post("/desk/open/result", {"entry": "poi36", "key": "k", "replace": "yes"}).status == 303


def test_both_results_are_shown_with_who_entered_the_first_and_when(arbiter: Visitor) -> None:
    arbiter.post("/desk/open/result", {"entry": "poi35"})
    page = arbiter.post("/desk/open/result", {"entry": "poi36"}).text

    assert 'id="differs"' in page
    assert "35-29" in page or "29-35" in page
    assert "36-28" in page or "28-36" in page
    assert "arbiter, 20" in page
    assert 'name="replace" value="yes"' in page


def test_of_two_results_the_harmless_choice_has_the_focus(arbiter: Visitor) -> None:
    """The space of the next typed line would press the button that takes the new result."""
    arbiter.post("/desk/open/result", {"entry": "poi35"})
    page = arbiter.post("/desk/open/result", {"entry": "poi36"}).text

    assert re.findall(r'<(\w+)[^>]*id="([\w-]+)"[^>]* autofocus', page) == [("a", "keep-old")]
    assert 'named("keep-old").focus()' in arbiter.get("/static/results.js").text


def test_the_foretelling_names_table_score_and_how_the_name_goes_on(arbiter: Visitor) -> None:
    told = preview_of(arbiter, "poi35")
    assert "POIRIER Jean" in told["said"]
    assert len(told["tables"]) == 1
    assert told["score"] in ("35-29", "29-35")

    several = preview_of(arbiter, "mart")
    assert several["common"].startswith("MARTIN")
    assert set(several["names"]) <= {"MARTIN Bob ", "MARTIN Zoe "}
    assert len(several["tables"]) == len(several["names"]) > 0
    assert preview_of(arbiter, "")["said"] == ""


@pytest.mark.parametrize(
    "text", ["?", "%3F", "99999999999999999999", "%00", "%F0%9F%90%99", "-", "!", "3", "--1"]
)
def test_any_text_is_foretold_in_words_or_silence(text: str, arbiter: Visitor) -> None:
    assert isinstance(preview_of(arbiter, text)["said"], str)


@pytest.mark.parametrize(
    ("text", "lit"), [("poi%2B", 1), ("poi%2099", 1), ("poi", 1), ("nobody", 0), ("-poi", 1)]
)
def test_a_line_that_is_refused_still_lights_up_the_table_it_names(
    text: str, lit: int, arbiter: Visitor
) -> None:
    assert len(preview_of(arbiter, text)["tables"]) == lit


def test_who_may_not_close_the_round_is_not_told_of_the_sign_for_it(arbiter: Visitor, file: Path) -> None:
    invited = arbiter.post("/seats/invite", {"role": "helper", "name": "Ann"})
    found = re.search(r"/enter/[\w-]+", invited.text)
    assert found is not None
    helper = arbiter.stranger()
    helper.enter(found[0])

    assert "! closes the round" in arbiter.get("/desk/open").text
    assert "! closes the round" not in helper.get("/desk/open").text
    assert "closes" not in preview_of(helper, "!")["said"]
    for table in stored(file).tournament.open_round:
        arbiter.post("/desk/open/result", {"entry": f"{table.first} ="})
    assert not stored(file).tournament.open_round.missing
    assert helper.post("/desk/open/result", {"entry": "!"}).status == 409
    assert len(stored(file).tournament.closed_rounds) == 1


def test_results_by_chance_are_not_for_a_slip_of_the_hand(arbiter: Visitor, file: Path) -> None:
    assert arbiter.post("/desk/open/result", {"entry": "?"}).status == 409
    assert not any(table.result for table in stored(file).tournament.open_round)


def test_a_name_can_be_clicked_without_script(arbiter: Visitor) -> None:
    assert 'value="3 "' in arbiter.get("/desk/open?typed=3%20").text


def test_missing_tables_are_counted_and_can_be_shown_alone(arbiter: Visitor) -> None:
    arbiter.post("/desk/open/result", {"entry": "poi35"})
    page = arbiter.get("/desk/open?missing").text

    assert "2 results missing" in page
    assert page.count('<tr id="table-') == 2


def test_of_many_missing_tables_five_are_listed_and_the_rest_counted(tmp_path: Path) -> None:
    path = make(tmp_path / "large.ronde", Settings(rounds=5), tuple(f"PLAYER{one:02}" for one in range(24)))
    with in_process(path) as inside:
        for page in ("/desk/large", "/desk/large/overview"):
            text = inside.get(page).text
            assert text.count('class="chip warn" href') == 5
            assert 'href="/desk/large?missing">and 7 more</a>' in text


def test_closing_is_asked_for_once_and_refused_while_results_are_missing(
    arbiter: Visitor, file: Path
) -> None:
    assert "become final" in arbiter.get("/desk/open/close").text
    assert arbiter.post("/desk/open/close").status == 409
    for table in list(stored(file).tournament.open_round):
        arbiter.post("/desk/open/result", {"entry": f"{table.first} 40"})
    assert arbiter.post("/desk/open/result", {"entry": "!"}).status == 303
    assert len(stored(file).tournament.closed_rounds) == 2
    assert "will be reopened" in arbiter.get("/desk/open/reopen").text
    assert arbiter.post("/desk/open/reopen").status == 303
    assert len(stored(file).tournament.closed_rounds) == 1


def test_an_old_result_is_corrected(arbiter: Visitor, file: Path) -> None:
    table = stored(file).tournament.round(1).table(1)
    page = arbiter.get(f"/desk/open/correct?round=1&first={table.first}").text
    assert 'name="round" inputmode="numeric" size="4" required value="1"' in page
    truth = {"round": "1", "first": str(table.first), "second": str(table.second), "score": "33"}

    assert arbiter.post("/desk/open/correct", truth).status == 303
    result = stored(file).tournament.round(1).table(1).result
    assert result is not None
    assert result.first == 33
    assert arbiter.post("/desk/open/correct", truth | {"second": str(table.first)}).status == 409
    assert arbiter.post("/desk/open/correct", truth | {"round": "9"}).status == 409
    assert arbiter.post("/desk/open/correct", truth | {"score": "99"}).status == 409


def test_what_was_done_is_said_once_with_undo_offered(arbiter: Visitor) -> None:
    arbiter.post("/desk/open/result", {"entry": "poi35"})
    first, second = (arbiter.get("/desk/open").text for _ in range(2))

    assert 'id="notice"' in first
    assert "/desk/open/undo" in first
    assert 'id="notice"' not in second


def test_a_page_that_renews_itself_takes_no_sentence_away(arbiter: Visitor) -> None:
    arbiter.post("/desk/open/result", {"entry": "poi35"})

    assert 'id="notice"' not in arbiter.get("/desk/open", X_Ronde="refresh").text
    assert 'id="notice"' in arbiter.get("/desk/open").text


def test_every_action_has_a_place_on_the_web_and_is_in_the_palette(arbiter: Visitor) -> None:
    assert {action.name for action in ACTIONS} == set(PLACES)
    page = arbiter.get("/desk/open/help").text
    for action in ACTIONS:
        assert f'data-name="{action.name}"' in page
        place = PLACES[action.name][0].format(slug="open").split("#")[0]
        if action.name not in POSTED and action.unavailable.__name__ != "_needs_empty_round":
            assert arbiter.get(place).status == 200, action.name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "place",
    [
        "",
        "/tables",
        "/players",
        "/player/3",
        "/history",
        "/settings",
        "/export",
        "/correct",
        "/whynot",
        "/help",
    ],
)
def test_every_page_speaks_both_languages_and_loads_nothing_from_elsewhere(
    place: str, language: str, arbiter: Visitor
) -> None:
    arbiter.language = language
    answer = arbiter.get(f"/desk/open{place}")

    assert answer.status == 200
    assert f'<html lang="{language}"' in answer.text
    assert "http://" not in answer.text.replace("http://www.w3.org", "")
    assert "<script>" not in answer.text
    assert " style=" not in answer.text
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
