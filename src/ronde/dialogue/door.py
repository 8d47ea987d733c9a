"""The door of the dialogues."""

from ronde.dialogue.beginning import beginning
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.opening import start
from ronde.dialogue.pages import pairs_page, usual_page
from ronde.dialogue.papp_folder import LivePappFolder
from ronde.dialogue.papp_sync import changed_by_others, configured_anew, keep_copy
from ronde.dialogue.plain import run_plain
from ronde.dialogue.publishing import publish
from ronde.dialogue.signals import deaf_to_interrupts
from ronde.dialogue.steps import Ask, Dialogue, GivenUp, Press, ShowPage, Step
from ronde.dialogue.topics import DIALOGUES
from ronde.formats.papp.door import Moment
