"""Human languages: the only package that contains sentences."""
