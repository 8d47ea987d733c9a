"""What can be done with a tournament and asked about it: the desk, its commands, its queries."""
