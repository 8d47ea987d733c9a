"""Tie-breaks of FIDE (C.07)."""
