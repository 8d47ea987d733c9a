"""French sentences by key, one file per section."""
