"""The door of the terminal."""

from ronde.tui.app import DeskScreen, run_screen

__all__ = ["DeskScreen", "run_screen"]
