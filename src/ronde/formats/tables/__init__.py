"""Lists as values, said once for text, pages, paper, PDF, spreadsheets and projectors."""
