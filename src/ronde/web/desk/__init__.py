"""The arbiter's desk in a browser."""
