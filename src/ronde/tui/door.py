"""The door of the terminal."""

from ronde.tui.app import run_screen
