"""Games, matches and series between programs."""
