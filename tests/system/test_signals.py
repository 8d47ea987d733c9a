"""Signals that ask for the end."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from ronde.system import ENDING, on_signal


def test_ctrl_c_is_not_among_those_that_end() -> None:
    assert signal.SIGTERM in ENDING
    assert signal.SIGINT not in ENDING


@pytest.mark.parametrize("refuses", [False, True])
def test_a_signal_is_acted_upon_in_the_loop_also_where_loops_take_none(refuses: bool) -> None:
    before = signal.getsignal(signal.SIGTERM)

    async def waits() -> bool:
        loop, came = asyncio.get_running_loop(), asyncio.Event()
        with pytest.MonkeyPatch.context() as patch:
            if refuses:
                patch.setattr(type(loop), "add_signal_handler", _refuse)
            on_signal(loop, signal.SIGTERM, came.set)
        os.kill(os.getpid(), signal.SIGTERM)
        return await asyncio.wait_for(came.wait(), 10)

    try:
        assert asyncio.run(waits())
    finally:
        signal.signal(signal.SIGTERM, before)


def _refuse(*_: object) -> None:
    raise NotImplementedError
