"""The first questions of a new tournament: name, rounds, constant."""

from __future__ import annotations

from dataclasses import replace

from ronde.core.decide.rounds import open_tournament
from ronde.core.settings import Settings, usual_brightwell
from ronde.counter.counter import Counter
from ronde.counter.steps import Ask, Dialogue, Tell

MOST_ROUNDS = 128


def opening(counter: Counter, settings: Settings, date: str) -> Dialogue:
    """Ask as PAPP asks; a number of rounds that cannot be is asked for again."""
    name = (yield Ask(counter.say("ask-tournament"))).strip() or "-"
    rounds = 0
    while not 1 <= rounds <= MOST_ROUNDS:
        text = (yield Ask(counter.say("ask-rounds"))).strip()
        rounds = int(text) if text.isdigit() else 0
    yield Tell(counter.say("robin-limit", most=rounds + rounds % 2))
    usual = usual_brightwell(rounds)
    constant = -1.0
    while constant < 0:
        constant = _number((yield Ask(counter.say("ask-constant", usual=f"{usual:g}"))), usual)
    chosen = replace(settings, rounds=rounds, brightwell=constant)
    yield from counter.act(lambda t: open_tournament(t, name=name, date=date, settings=chosen))


def _number(text: str, usual: float) -> float:
    """What was typed; anything that is no number means the usual constant."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return usual
