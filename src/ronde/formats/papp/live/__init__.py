"""A PAPP folder kept up to date with a running tournament."""
