"""Pages for everybody."""

from __future__ import annotations

import json

import pytest
from tests.web.serving import Browser

PAGES = (
    "/t/open",
    "/t/open/round/1",
    "/t/open/round/2",
    "/t/open/round/2?by=name",
    "/t/open/standings",
    "/t/open/standings/1",
    "/t/open/crosstable",
    "/t/open/teams",
    "/t/open/player/3",
    "/?all",
)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_can_be_read_without_script_in_both_languages(page: str, public: Browser) -> None:
    for language in ("en", "fr"):
        public.language = language
        answer = public.get(page)
        assert answer.status == 200
        assert f'<html lang="{language}">' in answer.text
        assert "<main" in answer.text


@pytest.mark.parametrize("page", PAGES[:-1])
def test_names_full_of_html_stay_inert(page: str, public: Browser) -> None:
    assert "<b>EVIL</b>" not in public.get(page).text


def test_the_only_tournament_is_shown_at_once(public: Browser) -> None:
    answer = public.get("/")

    assert answer.status == 307
    assert answer.headers["location"] == "/t/open"


def test_every_page_has_its_data(public: Browser) -> None:
    standings = json.loads(public.get("/t/open/standings/1.json").body)
    tables = json.loads(public.get("/t/open/round/2.json").body)

    assert standings["after"] == 1
    assert len(standings["rows"]) == 7
    assert [table["table"] for table in tables["tables"]] == [1, 2, 3]
    for page in ("crosstable", "teams", "player/3"):
        assert json.loads(public.get(f"/t/open/{page}.json").body)


@pytest.mark.parametrize(
    "page",
    ["/t/nothing", "/t/open/round/9", "/t/open/standings/7", "/t/open/player/999", "/t/open/round/x", "/etc"],
)
def test_what_is_not_there_is_a_404_in_words(page: str, public: Browser) -> None:
    answer = public.get(page)

    assert answer.status == 404
    assert "There is nothing at this address." in answer.text


def test_a_page_that_has_not_changed_is_not_sent_again(public: Browser) -> None:
    tag = public.get("/t/open/standings").headers["etag"]

    assert public.get("/t/open/standings", If_None_Match=tag).status == 304


def test_a_page_may_load_nothing_from_elsewhere(public: Browser) -> None:
    answer = public.get("/t/open")

    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in answer.text.replace("http-equiv", "")


def test_the_language_can_be_chosen_in_the_address(public: Browser) -> None:
    assert "Classement" in public.get("/t/open/standings?lang=fr").text
