from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.web.server.fair_queue import FairQueue, QueueFull


def queue(share: int = 1, each: int = 3, most: int = 6) -> FairQueue[int]:
    return FairQueue(share=share, each=each, most=most)


def test_payers_are_served_in_turn_however_much_one_of_them_wants() -> None:
    waiting = queue(share=9)
    for number in range(3):
        waiting.put("greedy", number)
    waiting.put("modest", 7)

    assert [waiting.take() for _ in range(5)] == [
        ("greedy", 0), ("modest", 7), ("greedy", 1), ("greedy", 2), None,
    ]  # fmt: skip


def test_a_payer_has_no_more_than_his_share_under_way() -> None:
    waiting = queue()
    waiting.put("one", 1)
    waiting.put("one", 2)

    assert waiting.take() == ("one", 1)
    assert waiting.take() is None
    waiting.done("one")
    assert waiting.take() == ("one", 2)


def test_who_has_enough_waiting_is_refused_and_others_are_not() -> None:
    waiting = queue()
    for number in range(3):
        waiting.put("one", number)
    with pytest.raises(QueueFull):
        waiting.put("one", 4)

    for number in range(3):
        waiting.put("other", number)
    with pytest.raises(QueueFull):
        waiting.put("third", 1)
    assert len(waiting) == 6


def test_heavy_work_of_a_payer_leaves_less_room_for_more_of_it() -> None:
    waiting = queue(each=8)
    waiting.put("one", 1, weight=4)
    waiting.put("one", 2, weight=4)
    with pytest.raises(QueueFull) as full:
        waiting.put("one", 3)
    assert full.value.own

    assert waiting.take() == ("one", 1)
    waiting.put("one", 3)
    with pytest.raises(QueueFull):
        waiting.put("one", 4, weight=4)
    waiting.put("other", 5, weight=8)
    assert len(waiting) == 3


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans())))
def test_nothing_is_lost_done_twice_or_kept(steps: list[tuple[str, bool]]) -> None:
    waiting, put, taken = queue(share=2), 0, []
    for payer, adds in steps:
        if adds:
            try:
                waiting.put(payer, put)
            except QueueFull:
                continue
            put += 1
        elif turn := waiting.take():
            waiting.done(turn[0])
            taken.append(turn[1])
    while turn := waiting.take():
        waiting.done(turn[0])
        taken.append(turn[1])

    assert sorted(taken) == list(range(put))
    assert len(waiting) == 0
