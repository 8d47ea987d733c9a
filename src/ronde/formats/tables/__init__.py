"""Lists as values, shared by text, pages, print, PDF, spreadsheets and projectors."""
