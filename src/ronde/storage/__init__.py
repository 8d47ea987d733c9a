"""The journal: facts are appended, in order, and never changed."""
