"""PAPP's files and lists, written."""
