"""The standings of Go: scores, criteria, direct confrontation."""
