"""The public gallery and the arbiter's desk in a browser."""
