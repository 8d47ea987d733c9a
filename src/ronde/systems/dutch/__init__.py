"""The Dutch system of FIDE."""
