"""Pages of a hundred players are short, because many open them on a phone in a hall."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.browser.halls import make
from tests.support.in_process import Visitor, in_process

from ronde.model.settings import Settings

HUNDRED = tuple(f"PLAYER{number:03}, Somebody" for number in range(1, 101))
ENDS = (
    "", "/round/9", "/round/10", "/round/10?by=name", "/standings", "/players", "/player/7", "/crosstable",
    "/crosstable?view=matrix",
)  # fmt: skip


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A reader of an open of a hundred after nine rounds of eleven."""
    path = make(tmp_path_factory.mktemp("lean") / "open.ronde", Settings(rounds=11), HUNDRED, closed=9)
    with in_process(path) as reading:
        yield reading


@pytest.mark.parametrize("end", ENDS)
def test_a_page_of_a_hundred_players_is_shown(end: str, visitor: Visitor) -> None:
    page = visitor.get(f"/t/open{end}")

    assert page.status == 200
    assert "PLAYER007" in page.text


def test_a_crosstable_says_each_score_once_and_names_nobody_twice(visitor: Visitor) -> None:
    page = visitor.get("/t/open/crosstable")

    assert page.text.count("PLAYER") == 100
    assert re.search(r"<td>[WLD]\d+ \d+<td>[wld]\d+ \d+<", page.text)
    assert "-" not in "".join(re.findall(r"<td>[wldWLD]\d+ ([\d-]+)", page.text))
    assert "then the opponent&#39;s place and the player&#39;s score</noscript>" in page.text
