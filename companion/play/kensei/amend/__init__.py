"""What players set right by hand."""
