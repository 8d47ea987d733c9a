"""Nederlandse woorden: een module per onderdeel, de sleutels zoals in het Engels."""
