"""Swiss by penalties, as PAPP pairs."""
