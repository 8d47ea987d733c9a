"""The bye: the lowest score it can go to, and when unplayed rounds decide who has it (C4, C5, C9)."""

from __future__ import annotations

import numpy as np

from ronde.pairing.dutch.bracket import ScoreBracket
from ronde.pairing.dutch.exact import NotPairable
from ronde.pairing.dutch.field import Field
from ronde.pairing.dutch.pairable import pairable, with_bye


def bye_score(people: Field) -> int | None:
    """The score of the player who gets the bye, None if nobody does; `NotPairable` if nothing is legal."""
    if len(people) % 2 == 0:
        if not pairable(people.allowed):
            raise NotPairable
        return None
    for score in sorted(set(people.score.tolist())):
        eligible = people.may_have_bye & (people.score == score)
        if eligible.any() and pairable(with_bye(people.allowed, eligible)):
            return int(score)
    raise NotPairable


def fewest_unplayed(bracket: ScoreBracket) -> bool:
    """Whether C9 applies: the player with the bye is the only floater of the bracket (fide 1.4.6)."""
    if bracket.bye_score is None or bracket.bye_score < bracket.score or len(bracket.below) % 2:
        return False
    below = np.array(bracket.below, dtype=np.int64)
    return pairable(bracket.people.allowed[np.ix_(below, below)]) and pairable(
        with_bye(bracket.allowed, bracket.may_have_bye(bracket.members))
    )
