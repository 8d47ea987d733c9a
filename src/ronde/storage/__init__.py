"""The archive: facts at the end, in order, for ever."""
