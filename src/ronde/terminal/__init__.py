"""The desk in the terminal: dialogues, line by line and on the full screen."""

from ronde.terminal.conversation import Ask, Cancelled, Conversation, Dialogue, Press, ShowPage, Step
from ronde.terminal.opening import beginning, start
from ronde.terminal.pages import default_page, pairs_page
from ronde.terminal.plain import DIALOGUES, ignore_interrupts, run_plain
