"""What follows a fight: honor rolls and flight (chapter 11)."""
