"""The door of the counter."""

from ronde.counter.counter import Counter
from ronde.counter.dialogues import DIALOGUES
from ronde.counter.plain import run_plain
from ronde.counter.steps import Ask, Dialogue, Press, Show, Step, Tell

__all__ = ["DIALOGUES", "Ask", "Counter", "Dialogue", "Press", "Show", "Step", "Tell", "run_plain"]
