"""A list of people joins a tournament: nobody is registered twice or left out because of a number."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from ronde.core import events as fact
from ronde.core.decide.players import enter_player
from ronde.core.names import fold, name_words
from ronde.core.player import Player, PlayerId
from ronde.core.replay import replay
from ronde.core.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Moved:
    """A player whose number was taken, and the number he was given instead."""

    player: str
    wanted: PlayerId
    holder: str
    given: PlayerId


@dataclass(frozen=True, slots=True)
class Joining:
    """What a list does to a tournament: the events, who was registered already, whose number was taken."""

    facts: tuple[fact.Event, ...]
    there: tuple[str, ...]
    moved: tuple[Moved, ...]


def join_list(tournament: Tournament, listed: Iterable[Player], taken: Collection[PlayerId] = ()) -> Joining:
    """Register the people of a list who are not registered yet; two entries of one name are two people."""
    waiting = [*tournament.players.values()]
    newcomers: list[Player] = []
    there: list[str] = []
    for person in listed:
        known = _known(person, waiting)
        if known is None:
            newcomers.append(person)
        else:
            waiting.remove(known)
            there.append(person.full_name)
    facts, moved = _entered(tournament, newcomers, {*taken, *(person.id for person in newcomers)})
    return Joining(tuple(facts), tuple(there), tuple(moved))


def _known(person: Player, cards: Collection[Player]) -> Player | None:
    """The registered player who is the same person: the same name, and no contradicting field."""
    words = name_words(person.full_name)
    same = [card for card in cards if name_words(card.full_name) == words and _may_be(card, person)]
    return next((card for card in same if card.id == person.id), same[0] if same else None)


def _may_be(card: Player, person: Player) -> bool:
    """Ratings change from month to month, a country may be the default, and a club may be missing."""
    return not card.club or not person.club or fold(card.club) == fold(person.club)


def _entered(
    tournament: Tournament, people: Iterable[Player], taken: Collection[PlayerId]
) -> tuple[list[fact.Event], list[Moved]]:
    facts: list[fact.Event] = []
    moved: list[Moved] = []
    for person in people:
        holder = tournament.players.get(person.id)
        entrant = replace(person, id=0) if holder else person
        news = enter_player(tournament, player=entrant, taken=() if entrant.id else taken)
        facts, tournament = [*facts, *news], replay(news, tournament)
        if holder:
            given = next(one.player.id for one in news if isinstance(one, fact.PlayerEntered))
            moved.append(Moved(person.full_name, person.id, holder.full_name, given))
    return facts, moved
