"""The brackets of a paired round: members, floaters, and violated criteria."""

from __future__ import annotations

from ronde.core.tournament import Tournament
from ronde.pairing.draw import BracketStory
from ronde.pairing.dutch.field import Field
from ronde.pairing.dutch.hall import numbers_of, position_of
from ronde.pairing.dutch.walk import Places, Walked, walk


def brackets_of(before: Tournament, after: Tournament, number: int) -> list[BracketStory]:
    """Round `number` as it was paired, read from the tournament before it; includes pairs made by hand."""
    played, numbers = after.round(number), numbers_of(before)
    people = Field(position_of(before))
    place = people.place
    pairs: list[Places] = []
    for table in played:
        both = sorted(place.get(numbers.of(one), -1) for one in (table.first, table.second))
        if both[0] >= 0:
            pairs.append((both[0], both[1]))
    bye = place.get(numbers.of(played.bye.player)) if played.bye else None
    return [_story(one, numbers.players, people) for one in walk(people, pairs, bye)]


def _story(walked: Walked, players: tuple[int, ...], people: Field) -> BracketStory:
    def named(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(players[people.people[place].number - 1] for place in places)

    gave_way = {name: sum(counts) for name, counts in walked.counted().items() if sum(counts)}
    moved = walked.bracket.moved_down
    return BracketStory(
        half_points=walked.score // 5,
        moved_down=named(moved),
        residents=named(walked.bracket.residents),
        pairs=len(walked.pairs),
        limbo=named(tuple(place for place in walked.out if place in moved)),
        floaters=named(tuple(place for place in walked.out if place not in moved)),
        gave_way=gave_way,
    )
