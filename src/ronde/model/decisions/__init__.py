"""Decisions: pure functions from the tournament to the events that an action causes."""
