"""Pages of programs and engines."""
