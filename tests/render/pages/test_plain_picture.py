"""Pictures of another process are shown only if they do nothing but draw."""

from __future__ import annotations

from random import Random

import pytest

from ronde.arena.games import BOTH, GAMES, NOBODY
from ronde.arena.pages.replay import is_plain_picture

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" class="game" viewBox="0 0 9 9">'


@pytest.mark.parametrize("name", GAMES)
def test_what_our_games_draw_from_start_to_end_is_plain(name: str) -> None:
    game, rng = GAMES[name], Random(name)
    position = game.start(rng)
    for _ in range(60):
        for eyes in (BOTH, NOBODY):
            assert is_plain_picture(game.svg(position, eyes, 'Anna <3 & "Bea"'))
        asked = game.to_move(position)
        if not asked:
            return
        position = game.play(position, {side: game.any_move(position, side, rng) for side in asked})


@pytest.mark.parametrize(
    "inside",
    [
        "<script>steal()</script>",
        '<rect onclick="steal()"/>',
        '<rect style="background:url(//evil)"/>',
        '<a href="javascript:steal()"><rect/></a>',
        '<image href="//evil"/>',
        '<use href="#i-gear"/>',
        "<foreignObject><p>Sign in</p></foreignObject>",
        '<g xmlns="http://www.w3.org/1999/xhtml"><rect/></g>',
        '<x:script xmlns:x="http://www.w3.org/2000/svg"/>',
        '<rect data-move="e4"/>',
        '<rect id="faces"/>',
        "<title><![CDATA[</title><script>steal()</script>]]></title>",
        "<!-- > --><rect/>",
        "<?xml-stylesheet href='//evil'?>",
        "</svg><script>steal()</script><svg>",
        "<g>",
        "</g>",
        "<rect x=1/>",
        "&nbsp;",
        "<g>" * 30 + "</g>" * 30,
        "\ud800",
        "<rect/>" * 20_000,
    ],
)
def test_anything_else_is_not(inside: str) -> None:
    assert is_plain_picture(HEAD + "<rect/></svg>")
    assert not is_plain_picture(HEAD + inside + "</svg>")


@pytest.mark.parametrize(
    "text", ["", "hello", " <svg></svg>", '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "<script/>"]
)
def test_what_does_not_begin_as_a_picture_is_none(text: str) -> None:
    assert not is_plain_picture(text)
