"""Pure rules of the games that programs play; the door is `ronde.games.door`."""
