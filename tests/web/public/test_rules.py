"""A page of rules for every game."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest
from tests.support.web_server import Browser

from ronde.games.door import GAMES, find_game


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_has_its_rules_its_mistakes_and_examples_with_pictures(
    name: str, language: str, public: Browser
) -> None:
    answer = public.get(f"/rules/{name}?lang={language}")

    assert answer.status == 200
    assert answer.text.count("<dl ") >= 2
    assert f'class="game {name}"' in answer.text
    assert "play." not in re.sub(r"<[^>]*>", "", answer.text)


def test_the_fens_on_the_page_can_be_read_by_the_game(public: Browser) -> None:
    lines = re.findall(r"\./prog ([^<]*)</code>", public.get("/rules/supermorpion").text)
    fens = [unescape(line).split('"')[1] for line in lines]

    assert len(fens) == 5
    for fen in fens:
        find_game("supermorpion").place(fen, Random(0))


def test_the_list_leads_to_every_game_and_others_are_not_found(public: Browser) -> None:
    listed = public.get("/rules").text

    assert all(f'href="/rules/{name}"' in listed for name in GAMES)
    assert public.get("/rules/chess").status == 404
