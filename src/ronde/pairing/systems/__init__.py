"""The pairing systems: one module for each, with its `METHOD`."""
