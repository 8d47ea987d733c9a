"""Keizer: values, points, order, pairing."""
