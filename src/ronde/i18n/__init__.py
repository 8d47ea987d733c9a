"""The interpreter: the only room that speaks French and English."""
