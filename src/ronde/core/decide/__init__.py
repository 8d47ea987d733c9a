"""Decisions: pure functions from the tournament to the events that follow."""
