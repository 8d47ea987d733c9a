"""The door of the dialogues."""

from ronde.dialogue.beginning import beginning
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.opening import start
from ronde.dialogue.pages import pairs_page, usual_page
from ronde.dialogue.plain import run_plain
from ronde.dialogue.signals import deaf_to_interrupts
from ronde.dialogue.steps import Ask, Dialogue, GivenUp, Press, ShowPage, Step
from ronde.dialogue.topics import DIALOGUES
