"""A PAPP folder kept in step with a running tournament."""
