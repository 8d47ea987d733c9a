"""The cheapest perfect matching, and the independent check of its proof."""
