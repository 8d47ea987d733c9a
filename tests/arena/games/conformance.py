"""What every game promises, checked by chance play; a new game runs these against itself.

Each check takes a game and a seed, and needs nothing else to be known about the game.
"""

from __future__ import annotations

import pickle
from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, cast
from xml.etree import ElementTree

import pytest

from ronde.arena.games import (
    ALONE,
    BOTH,
    COMMON_REFUSALS,
    NOBODY,
    OPEN,
    SIDES,
    BadPosition,
    Game,
    IllegalMove,
    Side,
    status,
)

NONSENSE = (
    "",
    " ",
    "\n",
    "nonsense",
    "-",
    "?",
    "0x1",
    "999999",
    "A1B2C3D4E5",
    "\x00",
    "é",
    "１",
    "None",
    "𝟙" * 50,
)

Moves = dict[Side, str]


def playthrough(game: Game[Any], seed: int) -> list[tuple[Any, Moves]]:
    """The positions of a random game with the moves made in them; the last has none."""
    return _played(cast(Hashable, game), seed)


@lru_cache(maxsize=4)
def _played(game: Hashable, seed: int) -> list[tuple[Any, Moves]]:
    return list(_random_game(cast("Game[Any]", game), seed))


def _random_game(game: Game[Any], seed: int) -> Iterator[tuple[Any, Moves]]:
    rng = Random(seed)
    position = game.start(rng)
    while asked := game.to_move(position):
        moves = {side: game.any_move(position, side, rng) for side in sorted(asked)}
        yield position, moves
        position = game.play(position, moves)
    yield position, {}


def check_it_ends_in_time_and_says_why(game: Game[Any], seed: int) -> None:
    """A game by chance ends within its bound, open until then, with a reason that is a code."""
    *path, (end, _) = playthrough(game, seed)
    assert len(path) <= game.most_moves
    assert all(game.outcome(position) == OPEN for position, _ in path)
    outcome = game.outcome(end)
    assert outcome.over
    assert outcome.reason in game.reasons
    assert outcome.score == game.score(end)
    assert all(code.replace("-", "").isalpha() and code.islower() for code in game.reasons + game.refusals)
    assert outcome.drawn == (outcome.winner is None)


def check_chance_is_seeded(game: Game[Any], seed: int) -> None:
    """The same seed plays the same game."""
    assert list(_random_game(game, seed)) == list(_random_game(game, seed))


def check_reader_and_writer_agree(game: Game[Any], seed: int) -> None:
    """A position that goes on is read back from its text; one that is over is refused as a start."""
    for position, moves in playthrough(game, seed):
        text = game.write(position)
        assert "\n" not in text
        if not moves:
            with pytest.raises(BadPosition):
                game.place(text, Random(seed))
            return
        again = game.place(text, Random(seed + 1))
        assert game.write(again) == text
        assert game.to_move(again) == game.to_move(position)
        for side in game.to_move(position):
            assert some_moves(game, again, side) == some_moves(game, position, side)
            assert game.call(again, side) | {"Turn": ""} == game.call(position, side) | {"Turn": ""}
        assert game.write(game.play(again, moves)) == game.write(game.play(position, moves))


def check_damaged_positions_are_refused_or_sound(game: Game[Any], seed: int) -> None:
    """A text damaged by chance raises BadPosition or is a position that can be played on."""
    rng = Random(seed)
    for position, _ in playthrough(game, seed):
        text = damaged(game.write(position), rng)
        try:
            again = game.place(text, Random(seed))
        except BadPosition:
            continue
        assert game.write(game.place(game.write(again), Random(0))) == game.write(again)
        moves = {side: game.any_move(again, side, rng) for side in game.to_move(again)}
        game.write(game.play(again, moves))
        game.svg(again)


def damaged(text: str, rng: Random) -> str:
    """The text with one character changed, added or lost, or one field lost or doubled."""
    at = rng.randrange(len(text))
    fields = text.split(" ")
    field = rng.randrange(len(fields))
    return rng.choice(
        (
            text[:at] + rng.choice(" 0123456789?-oxOXABHVSM/é") + text[at + 1 :],
            text[:at] + rng.choice(" 0123456789?-oxOXABHVSM/é") + text[at:],
            text[:at] + text[at + 1 :],
            " ".join(fields[:field] + fields[field + 1 :]),
            " ".join(fields[: field + 1] + fields[field:]),
            " ".join([*fields[:field], rng.choice("?-0"), *fields[field + 1 :]]),
        )
    )


def check_moves_are_read_as_they_are_written(game: Game[Any], seed: int) -> None:
    """Every legal move is canonical, and the same with spaces around it."""
    for position, moves in playthrough(game, seed):
        for side, move in moves.items():
            assert game.read(position, side, move) == move
            assert game.read(position, side, f" {move}\n") == move
            for legal in some_moves(game, position, side):
                assert game.read(position, side, legal) == legal


def check_nonsense_is_refused_and_changes_nothing(game: Game[Any], seed: int) -> None:
    """Text that is no move raises IllegalMove from read and play alike and leaves the position alone."""
    for position, moves in playthrough(game, seed):
        before = pickle.dumps(position)
        for side in moves:
            for text in NONSENSE:
                if is_legal(game, position, side, text):
                    continue
                with pytest.raises(IllegalMove) as refusal:
                    game.play(position, {**moves, side: text})
                assert refusal.value.facts["text"] == text
                assert refusal.value.reason in COMMON_REFUSALS + game.refusals
        assert pickle.dumps(position) == before


def check_only_the_sides_asked_may_play(game: Game[Any], seed: int) -> None:
    """A move out of turn, a missing move and one too many are refused."""
    for position, moves in playthrough(game, seed):
        for side in SIDES:
            if side not in moves:
                with pytest.raises(IllegalMove):
                    game.read(position, side, next(iter(moves.values()), "1"))
                with pytest.raises(IllegalMove):
                    game.play(position, {side: next(iter(moves.values()), "1")})
        if moves and len(moves) == 1:
            with pytest.raises(IllegalMove):
                game.play(position, dict.fromkeys(SIDES, next(iter(moves.values()))))
        with pytest.raises(IllegalMove):
            game.play(position, {})


def check_nothing_is_played_after_the_end(game: Game[Any], seed: int) -> None:
    """The last move, and any other, is refused once the game is over."""
    path = list(playthrough(game, seed))
    end, last_moves = path[-1][0], path[-2][1]
    tries: list[Moves] = [last_moves, {1: "1"}, {2: "1"}, {1: "1", 2: "1"}]
    for moves in tries:
        with pytest.raises(IllegalMove):
            game.play(end, moves)
    for side in SIDES:
        assert list(game.moves(end, side)) == []
        with pytest.raises(IllegalMove, match="over"):
            game.read(end, side, last_moves.get(side, "1"))


def check_calls_are_plain_and_complete(game: Game[Any], seed: int) -> None:
    """Requests carry text only, ask with status 0, and the last ones ask for nothing."""
    for position, moves in playthrough(game, seed):
        for side in moves:
            call = game.call(position, side)
            assert call["Set"] == game.set_name
            assert call["Status"] == "0"
            assert int(call["Turn"]) % 2 == side % 2
            assert all(type(value) is str for value in call.values())
            assert not {f"Move{side}", "Game", "MoveId", "Referee", "TimeOut"} & call.keys()
        for side in SIDES:
            told = game.last_call(position, side, status(game.outcome(position), side))
            assert told["Set"] == game.set_name
            assert not {"Turn", "Move1", "Move2", "Legend"} & told.keys()


def check_drawings_are_well_formed(game: Game[Any], seed: int) -> None:
    """Text drawings are plain lines; SVG drawings are XML with a title, without script, and escape it."""
    path = list(playthrough(game, seed))
    for position, _ in [*path[:-1:16], path[-1]]:
        for eyes in (BOTH, NOBODY, ALONE[1], ALONE[2]):
            assert game.as_text(position, eyes).isprintable() or "\n" in game.as_text(position, eyes)
            root = ElementTree.fromstring(game.svg(position, eyes, title='<script>&"'))
            title, *parts = list(root)
            assert title.text == '<script>&"'
            assert parts
            assert not [part for part in root.iter() if part.tag.endswith("script")]
        assert ElementTree.fromstring(game.svg(position))[0].text == game.name


def check_views_hide(game: Game[Any], seed: int, secrets: Any) -> None:
    """Whatever `secrets(position, side)` names is shown neither to that side nor to the public."""
    for position, _ in playthrough(game, seed):
        public = [game.write(position, NOBODY), game.as_text(position, NOBODY), game.svg(position, NOBODY)]
        for side in SIDES:
            shown = [game.write(position, ALONE[side]), game.as_text(position, ALONE[side])]
            shown += [game.svg(position, ALONE[side]), *public]
            shown += game.call(position, side).values() if side in game.to_move(position) else ()
            for secret in secrets(position, side):
                assert not [text for text in shown if secret in text]


def some_moves(game: Game[Any], position: Any, side: Side) -> list[str]:
    """The first hundred legal moves."""
    return list(islice(game.moves(position, side), 100))


def is_legal(game: Game[Any], position: Any, side: Side, text: str) -> bool:
    """Whether the rules read this text as a move."""
    try:
        game.read(position, side, text)
    except IllegalMove:
        return False
    return True


CHECKS = (
    check_it_ends_in_time_and_says_why,
    check_chance_is_seeded,
    check_reader_and_writer_agree,
    check_damaged_positions_are_refused_or_sound,
    check_moves_are_read_as_they_are_written,
    check_nonsense_is_refused_and_changes_nothing,
    check_only_the_sides_asked_may_play,
    check_nothing_is_played_after_the_end,
    check_calls_are_plain_and_complete,
    check_drawings_are_well_formed,
)
