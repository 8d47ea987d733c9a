"""Files of the federations of Go: results, rating lists, and tournaments of Pairgoth."""

from ronde.formats.egf.h9 import write_h9
from ronde.formats.egf.tou import write_tou

__all__ = ["write_h9", "write_tou"]
