"""Measurements: `make bench` takes them all and prints them; `docs/performance.md` keeps them."""
