"""Files: writing them atomically, and opening databases from untrusted sources."""
