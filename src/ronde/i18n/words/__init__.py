"""Sentences by key, one file per section, the same keys in every language."""
