"""How each pairing system pairs: one file for each, with its `METHOD`."""
