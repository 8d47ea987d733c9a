"""The command palette: every action by name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider

from ronde.app.actions import ACTIONS, Action
from ronde.i18n.door import say

if TYPE_CHECKING:
    from ronde.tui.app import DeskScreen


class ActionPalette(Provider):
    """Finds the actions of the desk by what is typed."""

    @property
    def _desk(self) -> DeskScreen:
        from ronde.tui.app import DeskScreen

        assert isinstance(self.app, DeskScreen)
        return self.app

    def _label(self, action: Action) -> str:
        language = self._desk.conversation.language
        label = f"{action.key.upper()}  {say(f'actions.{action.name}', language)}"
        reason = action.unavailable(self._desk.conversation.tournament)
        return label if reason is None else f"{label}  ({say(f'reasons.{reason}', language)})"

    async def discover(self) -> Hits:
        """All actions, before anything is typed."""
        for action in ACTIONS:
            yield DiscoveryHit(self._label(action), partial(self._desk.begin, action))

    async def search(self, query: str) -> Hits:
        """The actions whose names match."""
        matcher = self.matcher(query)
        for action in ACTIONS:
            label = self._label(action)
            score = matcher.match(label)
            if score > 0:
                yield Hit(score, matcher.highlight(label), partial(self._desk.begin, action))
