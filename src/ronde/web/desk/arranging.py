"""Pairing by hand: what can be done with the selected players, in a stored round or in a preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starlette.datastructures import FormData

from ronde.core.choose import find_player
from ronde.core.decide import players, tables
from ronde.core.events import Event
from ronde.core.player import PlayerId
from ronde.core.replay import replay
from ronde.core.tournament import Tournament
from ronde.pairing.door import with_bills
from ronde.web.desk.desk_pages import number_of, text_of

Chosen = Sequence[PlayerId]


def exchange(tournament: Tournament, chosen: Chosen) -> list[Event]:
    """Two players take each other's place."""
    one, other = chosen
    return with_bills(tournament, tables.swap_players(tournament, one=one, other=other))


def meet(tournament: Tournament, chosen: Chosen) -> list[Event]:
    """Pair two players; their previous pairs are dissolved."""
    first, second = chosen
    return with_bills(tournament, tables.pair_anew(tournament, first=first, second=second))


def part(tournament: Tournament, chosen: Chosen) -> list[Event]:
    """Dissolve the pairs of the selected players."""
    return [
        fact
        for number in _tables(tournament, chosen)
        for fact in tables.remove_table(tournament, number=number)
    ]


def part_all(tournament: Tournament, chosen: Chosen) -> list[Event]:
    """Dissolve all pairs without a result, including locked ones."""
    return tables.remove_all_tables(tournament)


def lock(tournament: Tournament, chosen: Chosen) -> list[Event]:
    """Keep the tables of the selected players when the round is paired again."""
    return _locked(tournament, chosen, locked=True)


def unlock(tournament: Tournament, chosen: Chosen) -> list[Event]:
    return _locked(tournament, chosen, locked=False)


def _locked(tournament: Tournament, chosen: Chosen, *, locked: bool) -> list[Event]:
    numbers = _tables(tournament, chosen)
    return [
        fact for number in numbers for fact in tables.lock_table(tournament, number=number, locked=locked)
    ]


def bye(tournament: Tournament, chosen: Chosen) -> list[Event]:
    """Give the player the bye; an existing pair is dissolved."""
    (player,) = chosen
    facts = part(tournament, chosen)
    return [*facts, *tables.give_bye(replay(facts, tournament), player=player)]


def no_bye(tournament: Tournament, chosen: Chosen) -> list[Event]:
    """Let the pairing choose the bye again."""
    return tables.give_bye(tournament, player=0)


def forbid(tournament: Tournament, chosen: Chosen) -> list[Event]:
    first, second = chosen
    return players.forbid_pair(tournament, first=first, second=second)


def allow(tournament: Tournament, chosen: Chosen) -> list[Event]:
    first, second = chosen
    return players.allow_pair(tournament, first=first, second=second)


def _tables(tournament: Tournament, chosen: Chosen) -> list[int]:
    seated = (tournament.open_round.table_of(player) for player in chosen)
    return sorted({table.number for table in seated if table is not None})


VERBS: dict[str, tuple[tuple[int, ...], Callable[[Tournament, Chosen], list[Event]]]] = {
    "exchange": ((2,), exchange),
    "meet": ((2,), meet),
    "part": ((1, 2, 3, 4, 5, 6, 7, 8), part),
    "part-all": (tuple(range(9)), part_all),
    "lock": ((1, 2, 3, 4, 5, 6, 7, 8), lock),
    "unlock": ((1, 2, 3, 4, 5, 6, 7, 8), unlock),
    "bye": ((1,), bye),
    "no-bye": (tuple(range(9)), no_bye),
    "forbid": ((2,), forbid),
    "allow": ((2,), allow),
}
"""Every verb with the number of players it applies to, and what it does."""
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
