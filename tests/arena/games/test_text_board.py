from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games.conformance import playthrough

from ronde.arena.games import GAMES, NOBODY, SIDES, Colour, token
from ronde.arena.games.pictures import beside, text_board

Place = tuple[float, float]


def test_a_text_board_names_its_columns_and_rows() -> None:
    assert text_board("X.O.", "AB", "12") == "  A B\n1 X .\n2 O ."


def test_blocks_stand_beside_each_other_without_trailing_space() -> None:
    assert beside("a\nbbb", "c") == "a     c\nbbb"


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
        assert "#" not in svg
        assert "fill=" not in svg
        assert "stroke=" not in svg
        assert f'class="game {name}"' in svg
        assert "style=" not in svg
        assert "href" not in svg
        assert " on" not in svg.lower().replace("<title>", "")


@pytest.mark.parametrize("name", GAMES)
def test_a_drawing_stays_inside_its_frame(name: str) -> None:
    game = GAMES[name]
    *_, (end, _) = playthrough(game, 4)
    for hand in (None, 1):
        position = game.start(Random(1)) if hand else end
        root = ElementTree.fromstring(game.svg(position, hand=hand))
        _, _, width, height = map(float, str(root.get("viewBox")).split())
        for x, y in places(root):
            assert 0 <= x <= width
            assert 0 <= y <= height


def places(part: ElementTree.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[Place]:
    """Where the parts of a drawing are, once all groups are moved and scaled."""
    moved = re.match(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", part.get("transform", ""))
    if moved:
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
        scale *= float(moved[3] or 1)
    for across, down in (("x", "y"), ("cx", "cy")):
        if across in part.attrib:
            yield x + scale * float(part.get(across, 0)), y + scale * float(part.get(down, 0))
    for inner in part:
        yield from places(inner, x, y, scale)


def test_the_public_sees_neither_codes_nor_fleets_nor_cards() -> None:
    for name in ("mastermind", "seafight", "poker"):
        game = GAMES[name]
        position = game.start(Random(1))
        rng = Random(2)
        for _ in range(2):
            moves = {side: game.any_move(position, side, rng) for side in game.to_move(position)}
            position = game.play(position, moves)
        assert "?" in game.write(position, NOBODY)


@pytest.mark.parametrize("name", GAMES)
def test_what_may_be_clicked_is_exactly_what_may_be_played(name: str) -> None:
    game = GAMES[name]
    for position, _ in list(playthrough(game, 6))[:40]:
        for side in SIDES:
            svg = game.svg(position, hand=side)
            offered = set(re.findall(r'data-move="([^"]*)"', svg))
            composed = "data-sign" in svg or "data-berth" in svg
            asked = side in game.to_move(position)
            assert ('role="group"' in svg) == (bool(offered) or composed)
            if not asked:
                assert not offered
                assert not composed
            elif offered:
                assert offered <= set(game.moves(position, side)) <= offered | {"XX"}
            choices = {move for _, move in game.description.choices(game, position, side)} if asked else set()
            assert choices <= set(islice(game.moves(position, side), 400)) if choices else True


@pytest.mark.parametrize("name", ["tictactoe", "morpion", "supermorpion", "pente"])
def test_the_line_that_wins_is_drawn(name: str) -> None:
    game = GAMES[name]
    ends = (list(playthrough(game, seed))[-1][0] for seed in range(60))
    end = next(end for end in ends if game.outcome(end).reason in ("line", "five"))

    assert 'class="winning"' in game.svg(end)
    assert 'class="winning"' not in game.svg(game.start(Random(0)))


def test_the_winning_cards_of_a_showdown_are_framed() -> None:
    game = GAMES["poker"]
    svgs = [game.svg(position) for position, _ in playthrough(game, 1)]

    framed = [svg.count("playing-card best") for svg in svgs]
    assert 5 in framed
    assert set(framed) <= {0, 5, 6, 7}


def test_colours_of_sides_have_their_mark() -> None:
    assert {colour: token(colour).count("<") for colour in get_args(Colour)} == {
        "black": 4, "white": 3, "blue": 4, "orange": 4, "cross": 3, "nought": 3,
    }  # fmt: skip
