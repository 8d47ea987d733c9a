"""The dialogue of each action of the desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ronde.dialogue import about, absence, correction, elo, lists, manual, pairing, registration, results
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.steps import Dialogue

DIALOGUES: Mapping[str, Callable[[Conversation], Dialogue]] = {
    "enter": registration.enter,
    "list": lists.players,
    "leave": absence.leave,
    "return": absence.come_back,
    "nationality": registration.nationality,
    "sheet": lists.sheet,
    "teams": lists.teams,
    "crosstable": lists.crosstable,
    "manual": manual.manual,
    "pair": pairing.pair,
    "view": lists.view,
    "results": results.enter,
    "correct": correction.correct,
    "bill": lists.bill,
    "whynot": lists.whynot,
    "reopen": pairing.reopen,
    "undo": pairing.undo,
    "redo": pairing.redo,
    "history": lists.history,
    "web": lists.web,
    "elo": elo.elo,
    "save": lists.save,
    "save-view": lists.save_view,
    "save-sheet": lists.save_sheet,
    "remarks": lists.remarks,
    "version": about.version,
}
"""Every action of the desk except leaving it."""
