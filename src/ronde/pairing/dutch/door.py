"""The door of the Dutch system; it brings numpy with it."""

from ronde.pairing.dutch.dutch import pair
from ronde.pairing.dutch.exact import NotPairable
from ronde.pairing.dutch.field import ABSOLUTE, BLACK, DOWN, MILD, STRONG, UP, WHITE, Field, Person
from ronde.pairing.dutch.position import Entrant, Pairing, Position

__all__ = [
    "ABSOLUTE",
    "BLACK",
    "DOWN",
    "MILD",
    "STRONG",
    "UP",
    "WHITE",
    "Entrant",
    "Field",
    "NotPairable",
    "Pairing",
    "Person",
    "Position",
    "pair",
]
