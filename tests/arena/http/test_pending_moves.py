from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from tests.arena.http.arena import run

from ronde.arena.http import PendingMoves, Receipt
from ronde.arena.http import pending_moves as keeping
from ronde.arena.http.card import Message
from ronde.arena.http.pending_moves import MoveClock, PendingMove
from ronde.arena.sandbox import EngineFault, Verdict

Odd = tuple[str, Receipt, str]
Scenario = Callable[[PendingMoves, list[Odd]], Coroutine[Any, Any, None]]


def with_mailbox(scenario: Scenario) -> None:
    async def whole() -> None:
        odd: list[Odd] = []
        pending_moves = PendingMoves(lambda *one: odd.append(one))
        await scenario(pending_moves, odd)
        for slot in list(pending_moves.waiting.values()):
            pending_moves.close(slot)

    run(whole())


def expect(pending_moves: PendingMoves, game: str = "G", seconds: float = 20.0, **wishes: Any) -> PendingMove:
    return pending_moves.expect(game, MoveClock(time.monotonic() + seconds), **wishes)


def letter(slot: PendingMove, value: str = "5", game: str = "") -> Message:
    return Message(game or slot.game, slot.move_id, value)


def test_the_first_answer_is_taken_and_the_next_change_nothing() -> None:
    async def scenario(pending_moves: PendingMoves, odd: list[Odd]) -> None:
        slot = expect(pending_moves)
        assert pending_moves.post(letter(slot), "a")[0] is Receipt.TAKEN
        assert pending_moves.post(letter(slot), "a")[0] is Receipt.REPEATED
        pending_moves.close(slot)
        assert pending_moves.post(letter(slot), "a")[0] is Receipt.REPEATED
        assert pending_moves.post(letter(slot, "6"), "b")[0] is Receipt.DIFFERENT
        assert (await slot.reply).text == "5"
        assert odd == [
            ("G", Receipt.REPEATED, "a"),
            ("G", Receipt.REPEATED, "a"),
            ("G", Receipt.DIFFERENT, "b"),
        ]

    with_mailbox(scenario)


def test_every_move_has_an_identifier_of_its_own() -> None:
    async def scenario(pending_moves: PendingMoves, odd: list[Odd]) -> None:
        slots = [expect(pending_moves) for _ in range(500)]
        assert len({slot.move_id for slot in slots}) == 500
        assert all(len(bytes.fromhex(slot.move_id)) == 16 for slot in slots)

    with_mailbox(scenario)


def test_what_was_never_asked_is_unknown_and_names_no_game() -> None:
    async def scenario(pending_moves: PendingMoves, odd: list[Odd]) -> None:
        expect(pending_moves)
        assert pending_moves.post(Message("G", "0" * 32, "5"), "a") == (Receipt.UNKNOWN, 0.0)
        assert odd == [("", Receipt.UNKNOWN, "a")]

    with_mailbox(scenario)


def test_the_move_of_another_game_is_foreign_and_still_waited_for() -> None:
    async def scenario(pending_moves: PendingMoves, odd: list[Odd]) -> None:
        slot = expect(pending_moves)
        assert pending_moves.post(letter(slot, game="H"), "a")[0] is Receipt.FOREIGN
        assert pending_moves.post(letter(slot, game="é"), "a")[0] is Receipt.FOREIGN
        assert not slot.reply.done()
        assert pending_moves.post(letter(slot), "a")[0] is Receipt.TAKEN

    with_mailbox(scenario)


def test_a_pinned_move_is_taken_from_its_addresses_only() -> None:
    async def scenario(pending_moves: PendingMoves, odd: list[Odd]) -> None:
        slot = expect(pending_moves, pinned=frozenset({"192.0.2.1"}))
        assert pending_moves.post(letter(slot), "192.0.2.2")[0] is Receipt.ELSEWHERE
        assert pending_moves.post(letter(slot), "192.0.2.1")[0] is Receipt.TAKEN

    with_mailbox(scenario)


def test_at_the_deadline_the_move_is_late() -> None:
    async def scenario(pending_moves: PendingMoves, odd: list[Odd]) -> None:
        slot = expect(pending_moves, seconds=0.02)
        with pytest.raises(EngineFault) as late:
            await slot.reply
        pending_moves.close(slot)
        assert late.value.verdict is Verdict.LATE
        receipt, late_by = pending_moves.post(letter(slot), "a")
        assert receipt is Receipt.LATE
        assert late_by > 0
        assert odd == [("G", Receipt.LATE, "a")]

    with_mailbox(scenario)


def test_a_page_that_goes_on_after_the_answer_is_dropped_at_the_deadline() -> None:
    async def scenario(pending_moves: PendingMoves, odd: list[Odd]) -> None:
        slot = expect(pending_moves, seconds=0.05)
        errand = slot.task = asyncio.get_running_loop().create_task(asyncio.sleep(60))
        pending_moves.post(letter(slot), "a")
        await slot.reply
        pending_moves.close(slot)
        await asyncio.wait([errand])
        assert errand.cancelled()

    with_mailbox(scenario)


def test_a_move_that_is_over_leaves_no_timer() -> None:
    async def scenario(pending_moves: PendingMoves, odd: list[Odd]) -> None:
        slot = expect(pending_moves)
        pending_moves.post(letter(slot), "a")
        slot.page_ended()
        assert slot.clock._timer is not None
        assert slot.clock._timer.cancelled()

    with_mailbox(scenario)


def test_old_moves_are_forgotten_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "REMEMBERED", 100)

    async def scenario(pending_moves: PendingMoves, odd: list[Odd]) -> None:
        first = expect(pending_moves)
        pending_moves.post(letter(first), "a")
        pending_moves.close(first)
        for _ in range(100):
            pending_moves.close(expect(pending_moves))
        assert pending_moves.post(letter(first), "a")[0] is Receipt.UNKNOWN
        assert not pending_moves.waiting

    with_mailbox(scenario)


def test_an_empty_answer_is_an_answer_and_a_good_one_after_it_is_different() -> None:
    async def scenario(pending_moves: PendingMoves, odd: list[Odd]) -> None:
        slot = expect(pending_moves)
        assert pending_moves.post(letter(slot, ""), "a")[0] is Receipt.TAKEN
        assert pending_moves.post(letter(slot, "5"), "a") == (Receipt.DIFFERENT, 0.0)
        pending_moves.close(slot)
        assert pending_moves.post(letter(slot, ""), "a")[0] is Receipt.REPEATED
        assert pending_moves.post(letter(slot, "5"), "a")[0] is Receipt.DIFFERENT
        assert (await slot.reply).text == ""

    with_mailbox(scenario)


def test_an_answer_after_a_failed_request_is_late_whatever_it_says() -> None:
    async def scenario(pending_moves: PendingMoves, odd: list[Odd]) -> None:
        slot = expect(pending_moves)
        slot.fail(EngineFault(Verdict.NETWORK, "closed"))
        assert pending_moves.post(letter(slot, ""), "a")[0] is Receipt.LATE
        pending_moves.close(slot)
        assert pending_moves.post(letter(slot), "a")[0] is Receipt.LATE
        with pytest.raises(EngineFault):
            await slot.reply

    with_mailbox(scenario)


# the clock of a move


def test_the_time_of_an_engine_begins_when_its_request_is_written() -> None:
    clock = MoveClock(time.monotonic() + 5)
    decided = clock.deadline
    time.sleep(0.02)
    clock.written()
    assert clock.deadline - decided >= 0.02
    assert clock.reply("5").seconds <= time.monotonic() - decided + 5 - 0.02


def test_a_request_that_is_written_again_gives_no_more_time() -> None:
    clock = MoveClock(time.monotonic() + 5)
    clock.written()
    before = clock.deadline
    clock.written()
    assert clock.deadline == before


def test_an_engine_is_charged_until_the_deadline_and_not_until_we_read() -> None:
    clock = MoveClock(time.monotonic() + 0.01)
    clock.written()
    time.sleep(0.03)
    reply = clock.reply("5")
    assert reply.taken >= 0.02
    assert reply.seconds - reply.taken == pytest.approx(0.01, abs=1e-3)
    assert clock.left == 0.0


def test_an_answer_before_the_deadline_is_charged_whole() -> None:
    clock = MoveClock(time.monotonic() + 60)
    assert clock.reply("5").taken == 0.0
    assert 0 < clock.left <= 60


def test_a_fault_has_the_time_and_the_text_of_what_came() -> None:
    fault = MoveClock(time.monotonic() - 1).fault(Verdict.LATE, "printed", "5")
    assert (fault.verdict, fault.detail, fault.reply.text) == (Verdict.LATE, "printed", "5")
    assert fault.reply.taken >= 1


def test_the_end_of_the_time_comes_once_and_not_before_the_deadline() -> None:
    async def scenario() -> None:
        ended, clock = asyncio.Event(), MoveClock(time.monotonic() + 0.02)
        clock.start(ended.set)
        clock.written()
        await ended.wait()
        assert clock.left == 0.0

    run(scenario())


def test_what_is_written_late_moves_the_end_of_the_time() -> None:
    async def scenario() -> None:
        ended, clock = asyncio.Event(), MoveClock(time.monotonic() + 0.02)
        clock.start(ended.set)
        time.sleep(0.05)
        clock.written()
        moved = clock.deadline
        await ended.wait()
        assert time.monotonic() >= moved

    run(scenario())


def test_what_lies_unread_at_the_deadline_is_read_before_the_time_ends() -> None:
    async def scenario() -> None:
        one, other = socket.socketpair()
        with other:
            reader, writer = await asyncio.open_connection(sock=one)
            clock, ended = MoveClock(time.monotonic() + 0.01), asyncio.Event()
            clock.start(ended.set)
            other.send(b"5")
            time.sleep(0.03)
            assert await reader.read(1) == b"5"
            assert not ended.is_set()
            await ended.wait()
            writer.close()

    run(scenario())


def test_a_clock_that_was_stopped_ends_nothing() -> None:
    async def scenario() -> None:
        clock = MoveClock(time.monotonic() - 1)
        clock.start(lambda: pytest.fail("stopped"))
        clock.stop()
        clock.stop()
        for _ in range(50):
            await asyncio.sleep(0)

    run(scenario())
