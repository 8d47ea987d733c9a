"""The door of the counter."""

from ronde.counter.counter import Counter
from ronde.counter.dialogues import DIALOGUES
from ronde.counter.live import Live, Moment
from ronde.counter.opening import opening
from ronde.counter.plain import perform_plain, run_plain
from ronde.counter.results import foreseen
from ronde.counter.steps import Ask, Dialogue, Press, Show, Step, Tell

__all__ = [
    "DIALOGUES",
    "Ask",
    "Counter",
    "Dialogue",
    "Live",
    "Moment",
    "Press",
    "Show",
    "Step",
    "Tell",
    "foreseen",
    "opening",
    "perform_plain",
    "run_plain",
]
