"""Army lists outside the rules: documents, links, text, suggestions, and the lists that are kept."""
