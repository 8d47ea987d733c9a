"""Who of a pair has White (C.04.3, article 5.2)."""

from __future__ import annotations

from ronde.pairing.dutch.field import ABSOLUTE, NEITHER, WHITE, Candidate


def has_white(higher: Candidate, lower: Candidate, *, odd: bool, white_first: bool) -> bool:
    """Whether the higher ranked has White; `odd` is the parity of his number."""
    rules = (_granted, _stronger, _alternating)
    for rule in rules:
        colour = rule(higher, lower)
        if colour != NEITHER:
            return colour == WHITE
    if higher.wants != NEITHER:
        return higher.wants == WHITE
    return odd == white_first


def _granted(higher: Candidate, lower: Candidate) -> int:
    """5.2.1: both preferences, where they do not clash."""
    if higher.wants == lower.wants:
        return NEITHER
    return higher.wants or -lower.wants


def _stronger(higher: Candidate, lower: Candidate) -> int:
    """5.2.2: the stronger preference; of two absolute ones that of the larger colour difference."""
    if higher.strength != lower.strength:
        return higher.wants if higher.strength > lower.strength else -lower.wants
    if higher.strength == ABSOLUTE:
        ours, theirs = abs(higher.difference), abs(lower.difference)
        if ours != theirs:
            return higher.wants if ours > theirs else -lower.wants
    return NEITHER


def _alternating(higher: Candidate, lower: Candidate) -> int:
    """5.2.3: the opposite of the last time the two had different colours, unplayed rounds left out."""
    for ours, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if ours != theirs:
            return -ours
    return NEITHER
