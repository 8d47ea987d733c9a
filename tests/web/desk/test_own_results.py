"""A helper takes back his own results and nobody else's; whoever leads the round takes back any."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.in_process import Visitor
from tests.support.posting import stored
from tests.support.web_server import Answer


@pytest.fixture
def helper(arbiter: Visitor) -> Visitor:
    """Ann, who may enter results."""
    answer = arbiter.post("/seats/invite", {"role": "helper", "name": "Ann"})
    found = re.search(r"/enter/[\w-]+", answer.text)
    assert found is not None
    made = arbiter.stranger()
    made.enter(found[0])
    return made


def enter(browser: Visitor, line: str, **more: str) -> Answer:
    return browser.post("/desk/open/result", {"entry": line, **more})


def results(file: Path) -> list[str]:
    """The scores that stand, in the order of the tables."""
    return [str(table.result.first) for table in stored(file).tournament.open_round if table.result]


def test_a_helper_erases_and_replaces_what_he_has_entered(helper: Visitor, file: Path) -> None:
    assert enter(helper, "poi35").status == 303
    assert enter(helper, "poi36", replace="yes").status == 303
    assert enter(helper, "-poi").status == 303

    assert results(file) == []


@pytest.mark.parametrize(("line", "more"), [("-poi", {}), ("poi36", {"replace": "yes"})])
def test_a_helper_does_not_touch_what_the_arbiter_has_entered(
    line: str, more: dict[str, str], arbiter: Visitor, helper: Visitor, file: Path
) -> None:
    enter(arbiter, "poi35")
    before = results(file)
    answer = enter(helper, line, **more)

    assert answer.status == 409
    assert "was entered by arbiter" in answer.text
    assert results(file) == before != []


def test_a_result_the_arbiter_has_replaced_is_his(arbiter: Visitor, helper: Visitor, file: Path) -> None:
    enter(helper, "poi35")
    enter(arbiter, "poi36", replace="yes")

    assert enter(helper, "-poi").status == 409
    assert len(results(file)) == 1


def test_what_was_undone_and_entered_again_belongs_to_who_entered_it_last(
    arbiter: Visitor, helper: Visitor, file: Path
) -> None:
    enter(arbiter, "poi35")
    arbiter.post("/desk/open/undo")
    assert enter(helper, "poi37").status == 303

    assert enter(helper, "-poi").status == 303
    assert results(file) == []


def test_the_arbiter_takes_back_what_a_helper_has_entered(
    arbiter: Visitor, helper: Visitor, file: Path
) -> None:
    enter(helper, "poi35")

    assert enter(arbiter, "-poi").status == 303
    assert results(file) == []


def test_the_same_result_again_is_nobodys_quarrel(arbiter: Visitor, helper: Visitor) -> None:
    enter(arbiter, "poi35")

    answer = enter(helper, "poi35")

    assert "was entered by" not in answer.text
