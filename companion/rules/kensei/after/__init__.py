"""After the strikes: results, honor and flight (chapter 11)."""
