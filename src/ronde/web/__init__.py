"""Public pages and the arbiter's desk in a browser."""
