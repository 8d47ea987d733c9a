"""What a tournament is: players, tables, results, events, replay, settings, decisions. No input or output."""
