"""PAPP's files, read."""
