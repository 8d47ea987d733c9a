from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games.conformance import playthrough
from tests.arena.games.records import with_ply

from ronde.arena.games import (
    GAMES,
    Answer,
    BadRecord,
    Frame,
    GameRecord,
    Outcome,
    RecordedFault,
    Side,
    annulled,
    find_game,
    forfeit,
    switches,
)
from ronde.arena.games.morpion import Morpion
from ronde.arena.games.poker import Poker

SIDE = st.sampled_from([1, 2])
WORDS = st.text(max_size=12)
ANSWERS = st.builds(
    Answer, SIDE, WORDS, st.floats(0, 1e6, allow_nan=False).map(lambda ms: round(ms, 3)), WORDS, WORDS
)
FAULTS = st.builds(RecordedFault, WORDS, st.integers(0, 99), st.none() | SIDE, WORDS)
OUTCOMES = st.builds(Outcome, WORDS, st.none() | SIDE, st.tuples(st.integers(), st.integers()), st.booleans())
RECORDS = st.builds(
    GameRecord,
    game=WORDS,
    start=WORDS,
    seed=st.integers(0, 2**64),
    settings=st.dictionaries(WORDS, st.booleans() | st.integers() | WORDS | st.tuples(st.integers())),
    players=st.tuples(WORDS, WORDS),
    plies=st.lists(st.lists(ANSWERS, max_size=2).map(tuple), max_size=3).map(tuple),
    faults=st.lists(FAULTS, max_size=2).map(tuple),
    outcome=OUTCOMES,
)


def _replay(record: GameRecord) -> Iterator[Frame[Any]]:
    return record.frames(find_game(record.game, record.settings))


def _resume(record: GameRecord) -> Any:
    return record.resume(find_game(record.game, record.settings))


def recorded(game: Any, seed: int) -> tuple[GameRecord, list[Any]]:
    """A game by chance with its record and all its positions."""
    path = list(playthrough(game, seed))
    record = GameRecord(game.name, game.write(path[0][0]), seed=seed, settings=switches(game))
    for _, moves in path[:-1]:
        answers = (Answer(side, move, 1.5, f" {move}\n", "thinking") for side, move in moves.items())
        record = with_ply(record, *answers)
    return record, [position for position, _ in path]


@given(RECORDS)
def test_a_record_is_read_as_it_was_saved(record: GameRecord) -> None:
    saved = json.dumps(record.to_dict())

    assert GameRecord.from_dict(json.loads(saved)) == record


@pytest.mark.parametrize("name", GAMES)
def test_a_record_shows_every_position_of_its_game(name: str) -> None:
    game = GAMES[name]
    record, positions = recorded(game, 11)
    again = GameRecord.from_dict(json.loads(json.dumps(record.to_dict())))
    frames = list(_replay(again))

    assert [game.write(frame.position) for frame in frames] == [
        game.write(position) for position in positions
    ]
    assert [frame.number for frame in frames] == list(range(len(positions)))
    assert game.outcome(_resume(again)) == game.outcome(positions[-1])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_broken_off_goes_on_where_it_was(name: str) -> None:
    game = GAMES[name]
    record, positions = recorded(game, 12)
    half = len(record.plies) // 2
    broken = GameRecord(record.game, record.start, record.seed, record.settings, plies=record.plies[:half])

    assert game.write(_resume(broken)) == game.write(positions[half])


def test_a_record_keeps_the_switches_of_its_game() -> None:
    game = Morpion(mode="most")
    record, positions = recorded(game, 5)

    assert record.settings == {"mode": "most"}
    assert find_game(record.game, record.settings) == game
    assert len(positions) == 101
    assert _resume(record) == positions[-1]


def test_a_match_of_poker_is_replayed_without_chance() -> None:
    record, positions = recorded(Poker(level=2), 3)
    other_seed = GameRecord.from_dict(record.to_dict() | {"seed": 4})

    assert _resume(other_seed) == positions[-1]


def test_a_ply_spoilt_by_a_fault_is_shown_but_not_played() -> None:
    game = GAMES["tictactoe"]
    start = game.write(game.start(Random(0)))
    record = with_ply(GameRecord("tictactoe", start), Answer(1, "5", 3.0, "5"))
    outcome = forfeit(2, "illegal", (0, 0))
    fault = RecordedFault("illegal", 2, 2, "occupied")
    spoilt = replace(with_ply(record, Answer(2, "", 2.0, "5", "oops")), faults=(fault,), outcome=outcome)
    frames = list(_replay(spoilt))

    assert [frame.position.tray for frame in frames] == ["000000000", "000010000", "000010000"]
    assert frames[2].answers[0].messages == "oops"
    assert spoilt.moves == [{1: "5"}]
    assert (spoilt.outcome.winner, spoilt.outcome.reason) == (1, "illegal")
    assert _resume(spoilt).turn == 2


def test_a_throw_without_its_opponent_is_not_played() -> None:
    record = with_ply(GameRecord("chifoumi", "1 0 0"), Answer(1, "1"), Answer(2, ""))

    assert _resume(record).round == 1


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"game": 3},
        {"players": ["one"]},
        {"players": None},
        {"seed": "x"},
        {"plies": [[{"side": 3, "move": "1", "milliseconds": 0, "raw": ""}]]},
        {"plies": [[{"side": 1, "move": "1"}]]},
        {"plies": [[1]]},
        {"plies": 1},
        {"faults": [{"code": "x"}]},
        {"faults": [{"code": "x", "ply": 1, "side": 0, "detail": ""}]},
        {"outcome": {}},
        {"outcome": {"reason": "x", "winner": "1", "score": [0, 0], "counts": True}},
        {"outcome": {"reason": "x", "winner": 1, "score": [0], "counts": True}},
        {"settings": []},
        {"start": None},
    ],
    ids=str,
)
def test_data_that_is_no_record_is_refused(change: dict[str, Any]) -> None:
    whole = GameRecord("tictactoe", "000000000 1 -").to_dict()

    with pytest.raises(BadRecord) as refusal:
        GameRecord.from_dict(whole | change)
    assert refusal.value.code == "bad-record"


@pytest.mark.parametrize(
    "key", ["version", "game", "start", "seed", "settings", "players", "plies", "faults", "outcome"]
)
def test_a_record_without_one_of_its_parts_is_refused(key: str) -> None:
    whole = GameRecord("tictactoe", "000000000 1 -").to_dict()
    del whole[key]

    with pytest.raises(BadRecord):
        GameRecord.from_dict(whole)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=5
    )
)
def test_any_data_in_any_place_is_a_record_or_refused(junk: Any) -> None:
    whole = GameRecord("tictactoe", "000000000 1 -", plies=((Answer(1, "5"),),)).to_dict()
    for key in whole:
        try:
            record = GameRecord.from_dict(whole | {key: junk})
        except BadRecord:
            continue
        assert GameRecord.from_dict(record.to_dict()) == record


def test_a_game_that_never_counts_says_so() -> None:
    void = annulled("referee", (0, 0))

    assert void.over
    assert not void.drawn
    assert void.winner is None


@pytest.mark.parametrize(("side", "winner"), [(1, 2), (2, 1)])
def test_a_fault_gives_the_game_to_the_other_side(side: Side, winner: Side) -> None:
    assert forfeit(side, "timeout", (3, 4)).winner == winner
