"""Sentences by key, one file a section, the same keys in both languages."""
