"""Pictures of the data: each an SVG made by one pure function, with words for those who do not see it."""
