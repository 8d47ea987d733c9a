"""A course: students hand in programs, which are built, checked, and play a permanent ladder."""
