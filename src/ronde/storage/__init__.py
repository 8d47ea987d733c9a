"""The journal: events are appended, in order, and never changed."""
