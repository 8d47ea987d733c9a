"""The Dutch system of FIDE (C.04.3, edition in force since 1 February 2026)."""
