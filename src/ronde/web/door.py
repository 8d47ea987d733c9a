"""The door of the web."""

from ronde.web.serving import run_server

__all__ = ["run_server"]
