"""PAPP's files, read and written, by the specification in `spec/papp.md`."""
