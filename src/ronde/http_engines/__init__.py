"""Engines at HTTP addresses: called and calling back, thousands at once."""
