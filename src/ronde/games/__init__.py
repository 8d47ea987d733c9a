"""The rule books: pure rules of the nine games that programs play; the door is `ronde.games.door`."""
