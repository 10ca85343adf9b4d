"""Data in, PDF bytes out: no Flask, no database. `kit.print_kit` prints, `reading.army_to_print` reads a list."""
