"""The scoreboard: who stands where, and why."""
