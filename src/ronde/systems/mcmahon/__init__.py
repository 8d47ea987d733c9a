"""McMahon, Swiss and Swiss with categories, as the Go world plays them."""
