"""PAPP's files, read and written; the facts come from `spec/papp.md`, the code and the words are ours."""
