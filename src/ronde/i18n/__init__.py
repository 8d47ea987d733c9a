"""Human languages: the only room that contains sentences."""
