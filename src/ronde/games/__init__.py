"""Pure rules of the games that programs play; the public names are in `ronde.games.door`."""
