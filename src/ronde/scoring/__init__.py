"""Standings, tie-breaks and ratings."""
