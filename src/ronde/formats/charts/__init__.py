"""Pictures of the data: each an SVG drawn by one pure function, with words for those who do not see it."""
