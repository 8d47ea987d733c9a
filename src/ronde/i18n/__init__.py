"""The interpreter: the only room that speaks to people."""
