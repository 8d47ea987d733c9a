"""The door of the counter."""

from ronde.counter.counter import Counter
from ronde.counter.dialogues import DIALOGUES
from ronde.counter.live import Live, Moment
from ronde.counter.opening import start
from ronde.counter.pages import pairs_page, usual_page
from ronde.counter.plain import run_plain
from ronde.counter.reunion import configured_anew, papp_went_on
from ronde.counter.signals import QUIET, deaf_to_interrupts
from ronde.counter.steps import Ask, Dialogue, GivenUp, Press, Show, Step, Tell

__all__ = [
    "DIALOGUES",
    "QUIET",
    "Ask",
    "Counter",
    "Dialogue",
    "GivenUp",
    "Live",
    "Moment",
    "Press",
    "Show",
    "Step",
    "Tell",
    "configured_anew",
    "deaf_to_interrupts",
    "pairs_page",
    "papp_went_on",
    "run_plain",
    "start",
    "usual_page",
]
