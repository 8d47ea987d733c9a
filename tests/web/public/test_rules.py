"""A page of rules for every game."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest
from tests.support.in_process import Visitor

from ronde.arena.games import GAMES, examples, find_game
from ronde.arena.http import read_position
from ronde.arena.web.rules import photo_of


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_has_its_rules_its_mistakes_and_examples_with_pictures(
    name: str, language: str, public: Visitor
) -> None:
    answer = public.get(f"/rules/{name}?lang={language}")

    assert answer.status == 200
    assert answer.text.count("<dl ") >= 2
    assert f'class="game {name}"' in answer.text
    assert "play." not in re.sub(r"<[^>]*>", "", answer.text)


@pytest.mark.parametrize("name", GAMES)
def test_the_examples_on_the_page_are_those_of_the_rule_book_and_their_values_are_legal(
    name: str, public: Visitor
) -> None:
    game = find_game(name)
    page = public.get(f"/rules/{name}").text
    shown = [unescape(text) for text in re.findall(r"<dd><code>(?!\./prog)([^<]*)</code>", page)]
    asked = list(examples(game))

    assert len(shown) == 3 * len(asked), "Tray, Value, and the answer of a local program"
    for number, example in enumerate(asked):
        tray, value, answer = shown[3 * number : 3 * number + 3]
        assert tray == game.call(example.position, example.side).get("Tray", "")
        assert value == answer
        assert game.read(example.position, example.side, value)
        assert tray == "Init" or f"{len(tray)} character" in page


@pytest.mark.parametrize("name", GAMES)
def test_an_example_is_sent_to_an_engine_as_it_is_shown(name: str) -> None:
    game = find_game(name)
    for example in examples(game):
        photo, side = photo_of(game, example)
        rules, position, told = read_position(name, photo, side=side)
        call = game.call(example.position, example.side)
        assert told == example.side
        assert {key: rules.call(position, told)[key] for key in ("Tray", "Turn")} == {
            key: call[key] for key in ("Tray", "Turn")
        }


def test_the_fens_on_the_page_can_be_read_by_the_game(public: Visitor) -> None:
    lines = re.findall(r"\./prog ([^<]*)</code>", public.get("/rules/supermorpion").text)
    fens = [unescape(line).split('"')[1] for line in lines]

    assert len(fens) == 5
    for fen in fens:
        find_game("supermorpion").place(fen, Random(0))


def test_the_list_leads_to_every_game_and_others_are_not_found(public: Visitor) -> None:
    listed = public.get("/rules").text

    assert all(f'href="/rules/{name}"' in listed for name in GAMES)
    assert public.get("/rules/chess").status == 404
