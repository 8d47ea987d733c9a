"""Decisions: pure functions from the tournament as it is to the facts that follow."""
