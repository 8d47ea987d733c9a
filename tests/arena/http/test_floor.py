from __future__ import annotations

import asyncio
import time

import pytest

from ronde.arena.http import Slots
from ronde.arena.http.slots import FEW, STEP


def test_a_few_games_begin_at_a_time_and_the_hall_fills_while_the_loop_can_follow() -> None:
    async def evening() -> list[int]:
        floor, over, playing, steps = Slots(), asyncio.Event(), 0, list[int]()

        async def game(number: int) -> None:
            nonlocal playing
            async with floor.boards(2 * number, 2 * number + 1):
                playing += 1
                await over.wait()

        games = [asyncio.create_task(game(number)) for number in range(40)]
        while playing < 40:
            await asyncio.sleep(0)
            if not steps or playing > steps[-1]:
                steps.append(playing)
        over.set()
        await asyncio.gather(*games)
        return steps

    steps = asyncio.run(evening())

    assert max(later - before for before, later in zip([0, *steps], steps, strict=False)) == STEP


@pytest.mark.full
def test_while_the_loop_is_late_only_a_few_games_are_played_and_all_have_their_turn() -> None:
    async def evening() -> tuple[int, int]:
        floor, playing, most, ended = Slots(), 0, 0, 0

        async def game(number: int) -> None:
            nonlocal playing, most, ended
            async with floor.boards(2 * number, 2 * number + 1):
                playing += 1
                most = max(most, playing)
                for _ in range(3):
                    time.sleep(0.004)  # the work of the referee, which keeps the loop
                    await asyncio.sleep(0.03)  # the engine thinks
                playing -= 1
                ended += 1

        await asyncio.gather(*map(game, range(60)))
        return most, ended

    most, ended = asyncio.run(evening())

    assert ended == 60
    assert most < 60 // 2
    assert most >= FEW


def test_the_floor_lets_games_begin_in_turn_and_never_too_many() -> None:
    async def evening() -> tuple[list[int], int]:
        floor, begun, most, now = Slots(most=3, each=2), list[int](), 0, 0

        async def game(number: int) -> None:
            nonlocal most, now
            async with floor.boards(number % 4, 4 + number % 5):
                now += 1
                most = max(most, now)
                begun.append(number)
                await asyncio.sleep(0)
                now -= 1

        await asyncio.gather(*map(game, range(40)))
        return begun, most

    begun, most = asyncio.run(evening())

    assert sorted(begun) == list(range(40))
    assert most == 3


def test_a_game_that_is_called_off_while_it_waits_gives_its_turn_to_the_next() -> None:
    async def evening() -> list[str]:
        floor, heard, over = Slots(most=1), list[str](), asyncio.Event()

        async def game(name: str) -> None:
            async with floor.boards(1, 2):
                heard.append(name)
                await over.wait()

        first, second, third = (asyncio.create_task(game(name)) for name in ("first", "second", "third"))
        await asyncio.sleep(0)
        second.cancel()
        over.set()
        await asyncio.gather(first, third)
        with pytest.raises(asyncio.CancelledError):
            await second
        return heard

    assert asyncio.run(evening()) == ["first", "third"]
