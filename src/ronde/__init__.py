"""Ronde runs tournaments of people and of programs."""

__version__ = "0.1.0"
