"""The public names of the Dutch system; importing them loads numpy."""

from ronde.pairing.draw import ChecklistRow
from ronde.pairing.dutch.checklist import checklist_rows
from ronde.pairing.dutch.dutch import pair
from ronde.pairing.dutch.exact import NotPairable
from ronde.pairing.dutch.field import Field
from ronde.pairing.dutch.position import DutchPlayer, DutchPosition, Pairing
