"""The pages in the bar: by system, never more than fit, the rest under More."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

from tests.browser.halls import make
from tests.support.builders import tournament
from tests.support.in_process import Visitor, in_process

from ronde.app.commands import BeginFinal, RemoveAllTables
from ronde.app.desk import Desk
from ronde.model.settings import usual_settings
from ronde.web.navigation import current_round, server_tabs


def tabs(page: str) -> list[str]:
    """The words of the tabs of a page."""
    bar = page[page.index('<nav class="tabs"') : page.index("</header>")]
    return re.findall(r"</svg>([^<]+)</a>", bar)


def test_the_tabs_of_a_swiss_are_these(public: Visitor) -> None:
    text = public.get("/t/open").text

    assert tabs(text)[:3] == ["Live", "Rounds", "Standings"]
    assert "Teams" in tabs(text)
    assert "Bracket" not in tabs(text)


def test_one_tab_is_the_page_being_read(public: Visitor) -> None:
    for page in ("", "/round/1", "/standings", "/standings/1", "/crosstable", "/teams"):
        text = public.get(f"/t/open{page}").text
        bar = text[text.index('<nav class="tabs"') : text.index("</header>")]
        assert bar.count('aria-current="page"') == 1, page


def test_at_most_five_places_are_under_the_thumb(public: Visitor) -> None:
    text = public.get("/t/open").text
    thumb = text[text.index('<nav class="thumb"') : text.index("<main")]

    assert len(re.findall(r"<a href", thumb)) + thumb.count("<summary") <= 5


def test_the_standings_stay_under_the_thumb_during_a_final(tmp_path: Path) -> None:
    path = make(tmp_path / "open.ronde", usual_settings("swiss", rounds=3), closed=3)
    with closing(Desk.open(path)) as desk:
        desk.run(RemoveAllTables())
        desk.run(BeginFinal())
    with in_process(path) as visitor:
        text = visitor.get("/t/open").text
    thumb = text[text.index('<nav class="thumb"') : text.index("<main")].partition("<details")[0]

    assert "Standings" in thumb
    assert tabs(text)[:4] == ["Live", "Rounds", "Standings", "Bracket"]


def test_a_house_without_a_referee_has_nothing_to_choose() -> None:
    assert server_tabs("/", str, referee=False) == ([], [])
    assert [one[3] for one in server_tabs("/arbitre/engines", str, referee=True)[0]] == [False, True]


def test_rounds_lead_to_the_round_people_want_to_see() -> None:
    assert current_round(tournament(2)) == 1
    assert current_round(tournament(2, ["1-2:40"])) == 1
    assert current_round(tournament(2, ["1-2:40"], "1-2")) == 2
