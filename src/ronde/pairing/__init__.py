"""Pairing: penalties, the exact matcher, round robin."""
