"""Textual's pilot waits until the process uses no time; `Patient` waits for the messages instead."""

from __future__ import annotations

import pytest
import textual.app
import textual.pilot


@pytest.fixture(autouse=True)
def no_waiting_for_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    async def at_once(*limits: float) -> None:
        pass

    monkeypatch.setattr(textual.app, "wait_for_idle", at_once)
    monkeypatch.setattr(textual.pilot, "wait_for_idle", at_once)
