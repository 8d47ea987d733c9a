"""The clock and the whistle: games, matches and series between programs."""
