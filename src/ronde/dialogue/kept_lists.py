"""Lists written to files: in a PAPP folder in PAPP's layout, elsewhere as on the screen."""

from __future__ import annotations

from ronde.core.player import PlayerId
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.pages import pairs_page, standings_page
from ronde.formats import lists
from ronde.formats.papp import door as papp


def standings(conversation: Conversation) -> str:
    if conversation.live is not None:
        return papp.standings_list(conversation.tournament, conversation.live.edition)
    return standings_page(conversation) + "\n"


def pairs(conversation: Conversation) -> str:
    if conversation.live is not None:
        return papp.pairings(conversation.tournament, conversation.live.edition, scores=True)
    return pairs_page(conversation) + "\n"


def sheet(conversation: Conversation, player: PlayerId) -> str:
    if conversation.live is not None:
        return papp.sheet_list(conversation.tournament, conversation.live.edition, player)
    return lists.sheet_text(conversation.tournament, player, conversation.language) + "\n"


def crosstable(conversation: Conversation, after: int) -> str:
    """The crosstable after a round, with the figures and the victory matrix of PAPP's files."""
    if conversation.live is not None:
        return papp.crosstable_text(conversation.tournament, conversation.live.edition, after)
    return lists.crosstable_text(conversation.tournament, conversation.language, after) + "\n"


def web_crosstable(conversation: Conversation) -> str:
    """The crosstable as a web page, made from PAPP's template."""
    edition = conversation.live.edition if conversation.live else papp.Edition(language=conversation.language)
    template = conversation.live.template if conversation.live else None
    return papp.crosstable_html(conversation.tournament, edition, template)
