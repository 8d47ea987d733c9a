"""Who may call back for a pinned engine, also while its name is not found."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from tests.arena.http.arena import LOOPBACK, run

from ronde.arena.http import EngineCard, Manner, PendingMoves, Receipt, Requests
from ronde.arena.http.card import Message
from ronde.arena.http.pending_moves import MoveClock
from ronde.web.server.addresses import HostAddresses, parse_allowed

CALL = {"Set": "TicTacToe", "Turn": "1", "Tray": "000000000", "Status": "0"}


def test_the_addresses_are_those_of_the_name() -> None:
    assert "127.0.0.1" in run(HostAddresses().of("http://localhost:8000/e"))
    assert run(HostAddresses().of("http://192.0.2.7/e")) == {"192.0.2.7"}
    assert run(HostAddresses().of("http://[2001:db8::7]:80/e")) == {"2001:db8::7"}


def test_an_old_address_written_as_a_new_one_is_the_same() -> None:
    assert run(HostAddresses().of("http://[::ffff:192.0.2.7]/e")) == {"192.0.2.7"}


@pytest.mark.parametrize(
    ("sender", "taken"),
    [
        ("192.0.2.7", Receipt.TAKEN),
        ("::ffff:192.0.2.7", Receipt.TAKEN),
        ("::FFFF:C000:207", Receipt.TAKEN),
        ("2001:DB8:0::7", Receipt.TAKEN),
        ("192.0.2.8", Receipt.ELSEWHERE),
        ("::ffff:192.0.2.8", Receipt.ELSEWHERE),
        ("::192.0.2.7", Receipt.ELSEWHERE),
        ("", Receipt.ELSEWHERE),
        ("192.0.2.7, 192.0.2.8", Receipt.ELSEWHERE),
    ],
)
def test_a_sender_is_known_however_a_proxy_writes_its_address(sender: str, taken: Receipt) -> None:
    async def scenario() -> Receipt:
        pending_moves = PendingMoves()
        soon = asyncio.get_running_loop().time() + 30
        slot = pending_moves.expect("G", MoveClock(soon), frozenset({"192.0.2.7", "2001:db8::7"}))
        return pending_moves.post(Message("G", slot.move_id, "5"), sender)[0]

    assert run(scenario()) is taken


def test_a_name_that_nobody_knows_has_no_address() -> None:
    assert run(HostAddresses().of("http://nowhere.invalid/e")) == frozenset()


def test_a_name_keeps_its_addresses_while_nobody_answers_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(*asked: Any, **more: Any) -> Any:
        raise socket.gaierror(socket.EAI_AGAIN, "try again")

    async def scenario() -> None:
        addresses = HostAddresses()
        before = await addresses.of("http://localhost/e")
        monkeypatch.setattr(socket, "getaddrinfo", silent)
        assert before
        assert await addresses.of("http://localhost/other") == before

    run(scenario())


def test_a_call_back_for_a_pinned_engine_whose_name_is_not_found_is_taken_from_nobody() -> None:
    async def scenario() -> None:
        pending_moves = PendingMoves()
        requests = Requests(pending_moves, "http://referee.example/", parse_allowed(LOOPBACK))
        await requests.open()
        card = EngineCard(
            1, "lost", "tictactoe", "http://nowhere.invalid/e", manner=Manner.CALL_BACK, pinned=True
        )
        deadline = asyncio.get_running_loop().time() + 30
        asking = asyncio.ensure_future(requests.ask(card, CALL, game="G", deadline=deadline, timeout=30))
        while not pending_moves.waiting:
            await asyncio.sleep(0.001)
        [slot] = pending_moves.waiting.values()
        receipt, _ = pending_moves.post(Message("G", slot.move_id, "5"), "192.0.2.66")
        assert receipt is Receipt.ELSEWHERE
        asking.cancel()
        await asyncio.wait([asking])
        await requests.close()

    run(scenario())
