from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.conformance import playthrough

from ronde.games import drawing
from ronde.games.door import GAMES, NOBODY


def test_a_text_board_names_its_columns_and_rows() -> None:
    assert drawing.text_board("X.O.", "AB", "12") == "  A B\n1 X .\n2 O ."


def test_blocks_stand_beside_each_other_without_trailing_space() -> None:
    assert drawing.beside("a\nbbb", "c") == "a     c\nbbb"


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn", "Co"]), min_size=1))
def test_a_title_is_escaped_whatever_it_says(title: str) -> None:
    game = GAMES["tictactoe"]
    root = ElementTree.fromstring(game.svg(game.start(Random(0)), title=title))

    assert root[0].text == title
    assert root.get("role") == "img"


@pytest.mark.parametrize("name", GAMES)
def test_a_drawing_follows_the_theme_of_its_page(name: str) -> None:
    game = GAMES[name]
    for position, _ in list(playthrough(game, 2))[:12]:
        svg = game.svg(position)
        assert "currentColor" in svg
        assert f'class="game {name}"' in svg
        assert "style=" not in svg
        assert "href" not in svg
        assert " on" not in svg.lower().replace("<title>", "")


@pytest.mark.parametrize("name", GAMES)
def test_a_drawing_stays_inside_its_frame(name: str) -> None:
    game = GAMES[name]
    *_, (end, _) = playthrough(game, 4)
    root = ElementTree.fromstring(game.svg(end))
    _, _, width, height = map(float, str(root.get("viewBox")).split())

    for part in root.iter():
        for axis, limit in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            assert 0 <= float(part.get(axis, 0)) <= limit


def test_the_public_sees_neither_codes_nor_fleets_nor_cards() -> None:
    for name in ("mastermind", "seafight", "poker"):
        game = GAMES[name]
        position = game.start(Random(1))
        rng = Random(2)
        for _ in range(2):
            moves = {side: game.any_move(position, side, rng) for side in game.to_move(position)}
            position = game.play(position, moves)
        assert "?" in game.write(position, NOBODY)
