"""The door of the web."""

from ronde.web.serving import Refereeing, run_server

__all__ = ["Refereeing", "run_server"]
