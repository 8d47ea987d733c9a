"""Machinery of files: drafts that take their place whole, and databases that strangers may have made."""
