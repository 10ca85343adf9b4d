"""Orders of a side's units, reactions to charges, and how both are carried out (8:3:4 to 9:5)."""
