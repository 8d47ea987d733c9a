"""The door of the Dutch system; it brings numpy with it."""

from ronde.pairing.dutch.dutch import pair
from ronde.pairing.dutch.exact import NotPairable
from ronde.pairing.dutch.field import ABSOLUTE, BLACK, DOWN, MILD, STRONG, UP, WHITE, Candidate, Field
from ronde.pairing.dutch.position import DutchPlayer, DutchPosition, Pairing
