from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from ronde.arena.http.slots import SlotQueue

PAIRS = st.tuples(st.integers(1, 5), st.integers(1, 5)).filter(lambda pair: pair[0] != pair[1])


class Plain:
    """The rule itself, looked up in the whole queue every time."""

    def __init__(self, most: int, each: int) -> None:
        self.most, self.each = most, each
        self.queue: dict[int, tuple[int, int]] = {}
        self.playing: dict[int, tuple[int, int]] = {}

    def begin(self) -> list[int]:
        begun = []
        for game, pair in list(self.queue.items()):
            busy = Counter(engine for other in self.playing.values() for engine in other)
            if len(self.playing) < self.most and all(busy[engine] < self.each for engine in pair):
                self.playing[game] = self.queue.pop(game)
                begun.append(game)
        return begun

    def leave(self, game: int) -> None:
        self.playing.pop(game, None)
        self.queue.pop(game, None)


@settings(max_examples=50)
@given(
    st.integers(1, 6),
    st.integers(1, 3),
    st.lists(st.one_of(PAIRS, st.integers(0, 40), st.none()), max_size=60),
)
def test_of_all_games_that_could_begin_the_one_that_came_first_does(
    most: int, each: int, steps: list[tuple[int, int] | int | None]
) -> None:
    places, plain = SlotQueue[int](most, each), Plain(most, each)
    for number, step in enumerate(steps):
        if isinstance(step, tuple):
            places.wait(number, *step)
            plain.queue[number] = step
        elif step is None:
            assert places.begin() == plain.begin()
        else:
            known = sorted({*plain.playing, *plain.queue})
            if known:
                places.leave(known[step % len(known)])
                plain.leave(known[step % len(known)])
    assert places.begin() == plain.begin()
    assert set(places.playing) == set(plain.playing)
    assert set(places.waiting) == set(plain.queue)


def test_a_game_that_waits_for_a_busy_engine_holds_no_place_of_the_other() -> None:
    places = SlotQueue[str](most=10, each=1)
    places.wait("with the slow one", 1, 9)
    assert places.begin() == ["with the slow one"]

    places.wait("later with the slow one", 2, 9)
    places.wait("without it", 2, 3)

    assert places.begin() == ["without it"]


def test_an_engine_with_ten_thousand_games_is_asked_for_as_many_as_it_may_play() -> None:
    places = SlotQueue[int](most=500, each=8)
    for game in range(10_000):
        places.wait(game, 1, 2 + game)
    assert places.begin() == list(range(8))

    for game in range(10_000 - 8):
        places.leave(game)
        assert places.begin() == [game + 8]


def test_nothing_is_kept_of_games_that_are_over() -> None:
    places = SlotQueue[int]()
    for game in range(100):
        places.wait(game, game, game + 1)
    begun = places.begin()
    for game in begun:
        places.leave(game)

    assert not places.busy
    assert not places.playing
    assert not places.waiting
