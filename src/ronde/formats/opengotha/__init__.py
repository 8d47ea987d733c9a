"""Files of OpenGotha: whole tournaments of Go."""

from ronde.formats.opengotha.from_tournament import write_opengotha
from ronde.formats.opengotha.to_tournament import import_opengotha, read_opengotha, stored_file

__all__ = ["import_opengotha", "read_opengotha", "stored_file", "write_opengotha"]
