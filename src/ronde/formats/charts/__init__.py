"""Charts: each is an SVG made by a pure function, with a text alternative."""
