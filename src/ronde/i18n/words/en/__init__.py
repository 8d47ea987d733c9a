"""English sentences by key, one file per section."""
