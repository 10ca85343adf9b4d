"""Data in, PDF bytes out: no Flask, no database."""
