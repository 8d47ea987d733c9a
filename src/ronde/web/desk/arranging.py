"""Pairing by hand: what can be done with the selected players, in a stored round or in a preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starlette.datastructures import FormData

from ronde.app.command import Command
from ronde.app.commands import (
    AddTable,
    AllowPair,
    Batch,
    ForbidPair,
    GiveBye,
    LockTable,
    RemoveAllTables,
    RemoveTables,
    SwapPlayers,
)
from ronde.core.choose import find_player
from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.web.desk.desk_pages import number_of, text_of

Chosen = Sequence[PlayerId]


def _locked(now: Tournament, chosen: Chosen, *, locked: bool) -> Command:
    return Batch(tuple(LockTable(number, locked) for number in _tables(now, chosen)))


def _tables(now: Tournament, chosen: Chosen) -> tuple[int, ...]:
    seated = (now.open_round.table_of(player) for player in chosen)
    return tuple(sorted({table.number for table in seated if table is not None}))


VERBS: dict[str, tuple[tuple[int, ...], Callable[[Tournament, Chosen], Command]]] = {
    "exchange": ((2,), lambda now, chosen: SwapPlayers(*chosen)),
    "meet": ((2,), lambda now, chosen: AddTable(chosen[0], chosen[1], dissolve=True)),
    "part": ((1, 2, 3, 4, 5, 6, 7, 8), lambda now, chosen: RemoveTables(_tables(now, chosen))),
    "part-all": (tuple(range(9)), lambda now, chosen: RemoveAllTables()),
    "lock": ((1, 2, 3, 4, 5, 6, 7, 8), lambda now, chosen: _locked(now, chosen, locked=True)),
    "unlock": ((1, 2, 3, 4, 5, 6, 7, 8), lambda now, chosen: _locked(now, chosen, locked=False)),
    "bye": ((1,), lambda now, chosen: GiveBye(chosen[0], dissolve=True)),
    "no-bye": (tuple(range(9)), lambda now, chosen: GiveBye()),
    "forbid": ((2,), lambda now, chosen: ForbidPair(*chosen)),
    "allow": ((2,), lambda now, chosen: AllowPair(*chosen)),
}
"""Every verb with the number of players it applies to, and its command."""
BEFORE = ("bye", "no-bye", "forbid", "allow")
"""Verbs that are constraints for the pairing: a preview is paired again with them."""


def refusal_of(verb: str, chosen: Chosen) -> str:
    """The key of the sentence that asks for other players; empty if the verb applies to these."""
    counts = VERBS[verb][0] if verb in VERBS else ((2,) if verb == "whynot" else tuple(range(9)))
    if len(chosen) in counts:
        return ""
    return "choose-two" if counts == (2,) else "choose-one" if counts == (1,) else "choose-some"


def chosen_of(form: FormData, tournament: Tournament) -> list[PlayerId]:
    """The players of a form: ticked in the list, or typed into the two fields."""
    ticked = [number_of(str(value)) for value in form.getlist("who")[:20]]
    if ticked:
        return [number for number in dict.fromkeys(ticked) if number in tournament.players]
    typed = [text_of(form, name).strip() for name in ("one", "other")]
    return [find_player(tournament, text) for text in typed if text]
