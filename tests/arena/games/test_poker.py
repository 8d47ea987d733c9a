from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games.golden import golden, named

from ronde.arena.games import ALONE, SIDES, BadPosition, BadSetting, IllegalMove, status
from ronde.arena.games.poker import Poker
from ronde.arena.games.poker_hands import LEVELS, Deal, PokerTray, Position, read_tray, write_tray

GAME = Poker()
MATCHES = named(golden("poker_matches")["matches"])
ROUNDS = ("pre-flop", "flop", "turn", "river")
ENDINGS = {"12 completed hands": "completed", "15 completed hands": "completed", "99 hands": "hands"}
DEAL = Deal(("S1C1", "H2D2"), "S9C9HJDQS3")


def dealt(hand: Any) -> Deal:
    cards = hand["cards"]
    return Deal(("".join(cards["p1"]), "".join(cards["p2"])), "".join(cards["board"]))


@pytest.mark.parametrize("match", MATCHES.values(), ids=MATCHES.keys())
def test_a_match_is_refereed_as_recorded(match: Any) -> None:
    game = Poker(level=match["level"])
    position = game.start_with([dealt(hand) for hand in match["hands"]])
    for hand in match["hands"]:
        position = check_hand(game, position, hand)
    outcome = game.outcome(position)
    assert game.to_move(position) == frozenset()
    assert (outcome.winner or 0) == match["result"]["winner"]
    assert outcome.reason == ENDINGS.get(match["result"]["ended_by"], "capital")
    assert outcome.score == (match["result"]["gain1"], match["result"]["gain2"])
    for side in SIDES:
        assert game.last_call(position, side, status(outcome, side)) == match["end_calls"][str(side)]


def check_hand(game: Poker, position: Position, hand: Any) -> Position:
    """Play a recorded hand, compare every call, and return the position after the verdict."""
    level = LEVELS[game.level]
    assert position.tray.rank == hand["rank"]
    assert position.tray.completed == hand["completed_before"]
    assert position.tray.dealer == hand["dealer"]
    assert level.blinds(hand["rank"]) == (hand["small_blind"], hand["big_blind"])
    assert level.cap(position.gains) == hand["cap"]
    for action in hand["actions"]:
        side = SIDES[action["player"] - 1]
        assert game.to_move(position) == {side}
        assert position.tray.step == action["step"]
        assert game.call(position, side) == action["call"]
        position = game.play(position, {side: action["value"]})
    assert game.to_move(position) == {1, 2}
    for side in SIDES:
        assert game.call(position, side) == hand["step9_calls"][str(side)]
    assert (position.folder or 0) == hand["outcome"]["folded"]
    assert position.gains == (hand["outcome"]["gain1_after"], hand["outcome"]["gain2_after"])
    return game.play(position, {1: "anything", 2: ""})


@pytest.mark.parametrize("item", golden("poker_matches")["published_trays"], ids=lambda item: item["tray"])
def test_a_tray_published_by_the_old_site_is_understood(item: Any) -> None:
    tray = read_tray(item["tray"])

    assert (tray.rank, tray.completed, tray.step) == (item["rank"], item["completed"], item["step"])
    assert tray.holes == ("".join(item["p1"]), "".join(item["p2"]))
    assert tray.board == "".join(item["board"])
    assert tray.blocks == ((item["total1"], item["total2"]),)
    assert (tray.actor if tray.answering else 0) == item["second_to_bet"]
    assert tray.actor == item["actor_by_rules"]
    assert ROUNDS[tray.round] == item["round"]
    shown_to = 2 if tray.holes[0] == "????" else 1
    assert (shown_to == tray.actor) == item["consistent"]
    assert write_tray(tray) == item["tray"]


@pytest.mark.parametrize("item", golden("poker_matches")["published_trays"], ids=lambda item: item["tray"])
def test_a_tray_of_the_old_site_is_a_photo_to_start_from(item: Any) -> None:
    position = GAME.place(item["tray"], Random(3))

    assert GAME.to_move(position) == {item["actor_by_rules"]}
    assert len(position.tray.blocks) == position.tray.round + 1
    assert (
        Poker(all_blocks=False)
        .call(position, position.tray.actor)["Tray"]
        .endswith(item["tray"].split("M")[1])
    )
    seen = position.deal.holes[item["cards_shown_to"] - 1]
    assert seen == "".join(item[f"p{item['cards_shown_to']}"])
    finish(GAME, position, Random(5))


def finish(game: Poker, position: Position, rng: Random) -> Position:
    while asked := game.to_move(position):
        position = game.play(position, {side: game.any_move(position, side, rng) for side in asked})
    return position


def started(*values: str, game: Poker = GAME, deal: Deal = DEAL) -> Position:
    position = game.start_with([deal])
    for value in values:
        (side,) = game.to_move(position)
        position = game.play(position, {side: value})
    return position


def test_a_call_leaves_the_big_blind_its_option() -> None:
    position = started("2")

    assert position.tray.step == 2
    assert GAME.to_move(position) == {2}
    assert write_tray(position.tray).endswith("M2-?2")


def test_a_raise_sends_the_hand_back_to_the_other_step() -> None:
    position = started("2", "8")

    assert position.tray.step == 1
    assert GAME.to_move(position) == {1}
    assert started("2", "8", "8").tray.step == 3


def test_both_at_the_cap_go_straight_to_the_verdict() -> None:
    position = started("100", "100")

    assert write_tray(position.tray) == "01009S1C1H2D2S9C9HJDQS3M100-100"
    assert position.gains == (100, -100)


def test_a_fold_hides_all_hole_cards_and_costs_the_total() -> None:
    position = started("2", "2", "7", "0")

    assert GAME.call(position, 1)["Tray"] == "01009????????S9C9HJM2-2M0-7"
    assert position.gains == (-2, 2)
    assert GAME.call(position, 2)["Move1"] == "0"


def test_equal_hands_win_nothing_and_count_as_completed() -> None:
    split = Deal(("S2C3", "H2D3"), "S1CKHQDJST")
    position = GAME.play(started("100", "100", deal=split), {1: "", 2: ""})

    assert position.gains == (0, 0)
    assert position.tray.completed == 1


@pytest.mark.parametrize(
    ("values", "text", "reason"),
    [
        ((), "1", "below-call"),
        ((), "101", "above-cap"),
        ((), "1000", "notation"),
        ((), "", "notation"),
        ((), "2.5", "notation"),
        ((), "+5", "notation"),
        ((), "-2", "notation"),
        (("10",), "9", "below-call"),
        (("2", "2"), "1", "below-call"),
    ],
)
def test_a_refusal_has_its_reason(values: tuple[str, ...], text: str, reason: str) -> None:
    position = started(*values)
    with pytest.raises(IllegalMove) as refusal:
        GAME.read(position, position.tray.actor, text)

    assert refusal.value.reason == reason


@pytest.mark.parametrize(("text", "value"), [("-1", "0"), ("02", "2"), (" 100 ", "100"), ("000", "0")])
def test_liberal_forms_are_read(text: str, value: str) -> None:
    assert GAME.read(started(), 1, text) == value


def test_level_two_raises_by_the_small_blind_or_to_the_cap() -> None:
    game = Poker(level=2)
    position = game.place("09051S7DK????M3-6 314 86", Random(1))

    assert game.call(position, 1)["Gain1"] == "314"
    assert list(game.moves(position, 1))[:3] == ["0", "6", "9"]
    assert game.read(position, 1, "86") == "86"
    with pytest.raises(IllegalMove, match="small-raise"):
        game.read(position, 1, "8")
    with pytest.raises(IllegalMove, match="above-cap"):
        game.read(position, 1, "87")


@pytest.mark.parametrize(
    ("rank", "blinds"), [(1, (1, 2)), (8, (1, 2)), (9, (3, 6)), (97, (25, 50)), (99, (25, 50))]
)
def test_blinds_grow_at_level_two_only(rank: int, blinds: tuple[int, int]) -> None:
    assert LEVELS[2].blinds(rank) == blinds
    assert LEVELS[1].blinds(rank) == (1, 2)


def test_the_first_request_of_a_match_carries_neither_gain_nor_move() -> None:
    assert GAME.call(started(), 1) == {
        "Set": "Poker",
        "Level": "1",
        "Turn": "1",
        "Tray": "01001S1C1????M1-2",
        "Status": "0",
    }


def test_blocks_of_earlier_rounds_are_a_switch() -> None:
    last_only = Poker(all_blocks=False)
    position = started("2", "2", "50")

    assert GAME.call(position, 1)["Tray"] == "01004S1C1????S9C9HJM2-2M?2-50"
    assert last_only.call(position, 1)["Tray"] == "01004S1C1????S9C9HJM?2-50"


def test_a_match_ends_when_a_capital_is_below_the_next_big_blind() -> None:
    game = Poker(level=2)
    position = game.place("08001S1C1H2D2M2-1 197 203 - - S9C9HJDQS3", Random(0))
    folded = replace(position, gains=(5, 395))
    end = game.play(game.play(folded, {2: "0"}), {1: "", 2: ""})
    assert not end.ended
    ruined = game.play(game.play(replace(position, gains=(5, 395)), {2: "2"}), {1: "0"})
    end = game.play(ruined, {1: "", 2: ""})

    assert end.gains == (3, 397)
    assert (game.outcome(end).reason, game.outcome(end).winner) == ("capital", 2)


def test_both_must_agree_to_a_verdict() -> None:
    verdict = started("0")

    assert GAME.read(verdict, 1, "whatever é") == "OK"
    with pytest.raises(IllegalMove, match="turn"):
        GAME.play(verdict, {1: "OK"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "01001S1C1????",
        "00001S1C1????M1-2",
        "01001S1????C1M1-2",
        "01001S1S1????M1-2",
        "01001S1C1S1D2M1-2",
        "01001S1CX????M1-2",
        "01003S1C1????S9C9M2-2M2-2",
        "01003S1C1????M2-2M2-2",
        "01001S1C1????M?1-2M1-2",
        "01002S1C1????M2-2",
        "01002????S1C1M?2-2",
        "01001S1C1????M2-2",
        "01001S1C1????M1-200",
        "01003????S1C1S9C9HJM2-2M3-2",
        "01003????S1C1S9C9HJM2-3M3-3",
        "01003????S1C1S9C9HJM4-4M3-3",
        "01003????S1C1S9C9HJM2-2M100-100",
        "01011S1C1????M1-2",
        "13121S1C1????M1-2",
        "01001S1C1????M1-2 0 0 x",
        "01001S1C1????M1-2 0 0 - - S1",
        "01001S1C1????M1-2 0 0 - - S9C9HJDQS3/S9",
        "01001S1C1????M1-2 0 0 - - ZZ",
        "01001S1C1????M1-2 0 0 - - ? x",
    ],
)
def test_a_text_that_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        GAME.place(text, Random(0))


def test_an_ace_may_be_written_a() -> None:
    assert read_tray("01001SACA????M1-2") == read_tray("01001S1C1????M1-2")


def test_stacked_hands_survive_writing() -> None:
    other = Deal(("SKCK", "HKDK"), "S2C2H2D2S3")
    position = GAME.start_with([DEAL, other], seed=5)
    again = GAME.place(GAME.write(position), Random(0))

    assert again == position
    assert "/SKCKHKDKS2C2H2D2S3 5" in GAME.write(position)


def test_a_view_keeps_the_cards_to_come_to_itself() -> None:
    assert GAME.write(started("2"), ALONE[2]) == "01002????H2D2M2-?2 0 0 2 - ? ? -"


def test_the_drawing_marks_the_dealer_and_the_actor() -> None:
    assert GAME.as_text(started("2", "2"), frozenset({2})).splitlines() == [
        "1/99 [3] 9♠ 9♣ J♥",
        " 1* ?? ??     2 (0)",
        ">2  2♥ 2♦     2 (0)",
    ]


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadSetting):
        Poker(level=3)  # type: ignore[arg-type]


@given(st.integers(0, 2**53), st.sampled_from([1, 2]), st.integers(0, 60))
def test_what_is_written_is_read_back(seed: int, level: Any, plies: int) -> None:
    game, rng = Poker(level=level), Random(seed)
    position = game.start(rng)
    for _ in range(plies):
        asked = game.to_move(position)
        if asked:
            position = game.play(position, {side: game.any_move(position, side, rng) for side in asked})
    if not position.ended:
        assert game.place(game.write(position), Random(0)) == position
        tray = position.tray
        assert read_tray(write_tray(tray)) == tray
        assert isinstance(tray, PokerTray)


@given(st.integers(0, 2**53), st.sampled_from([1, 2]))
def test_chips_are_neither_made_nor_lost(seed: int, level: Any) -> None:
    game = Poker(level=level)
    end = finish(game, game.start(Random(seed)), Random(seed))

    assert sum(end.gains) == 2 * LEVELS[level].purse
    assert level == 1 or min(end.gains) >= 0
