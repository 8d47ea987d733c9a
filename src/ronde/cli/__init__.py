"""The service entrance: the command line."""
