"""What an engine is asked and how it fails."""

from __future__ import annotations

import pytest

from ronde.arena.sandbox import EngineFault, Reply, Verdict
from ronde.i18n import LANGUAGES, say


def test_a_fault_without_an_answer_has_an_empty_one() -> None:
    assert EngineFault(Verdict.LATE).reply == Reply("", 0.0)
    assert EngineFault(Verdict.CRASH, "signal 9", Reply("5", 1.0)).reply.text == "5"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_has_words(language: str) -> None:
    told = {say(f"referee.verdict-{verdict}", language) for verdict in Verdict}

    assert len(told) == len(Verdict)
