"""Programs that misbehave, each in one way, and a few that behave."""
