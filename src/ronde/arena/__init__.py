"""Tournaments of programs. Nothing outside imports it."""
