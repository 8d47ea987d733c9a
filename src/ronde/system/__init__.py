"""What differs between operating systems: one module for each need."""
