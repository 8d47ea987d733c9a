"""Lists kept in files: in a PAPP folder they are laid out as PAPP did, elsewhere as on the screen."""

from __future__ import annotations

from ronde.core.player import PlayerId
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.pages import pairs_page, standings_page
from ronde.formats import lists
from ronde.formats.papp import door as papp


def standings(counter: Conversation) -> str:
    """The standings after the last closed round."""
    if counter.live is not None:
        return papp.standings_list(counter.tournament, counter.live.edition)
    return standings_page(counter) + "\n"


def pairs(counter: Conversation) -> str:
    """The pairs of the open round with the results so far."""
    if counter.live is not None:
        return papp.pairings(counter.tournament, counter.live.edition, scores=True)
    return pairs_page(counter) + "\n"


def sheet(counter: Conversation, player: PlayerId) -> str:
    """The rounds of one player."""
    if counter.live is not None:
        return papp.sheet_list(counter.tournament, counter.live.edition, player)
    return lists.sheet_text(counter.tournament, player, counter.language) + "\n"


def crosstable(counter: Conversation, after: int) -> str:
    """The crosstable after a round, with the figures and the victory matrix PAPP's files have."""
    if counter.live is not None:
        return papp.crosstable_text(counter.tournament, counter.live.edition, after)
    return lists.crosstable_text(counter.tournament, counter.language, after) + "\n"


def web_crosstable(counter: Conversation) -> str:
    """The crosstable as a web page, after PAPP's template."""
    edition = counter.live.edition if counter.live else papp.Edition(language=counter.language)
    template = counter.live.template if counter.live else None
    return papp.crosstable_html(counter.tournament, edition, template)
