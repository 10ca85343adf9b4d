"""Mutation testing of the rules: would a test notice a wrong operator or number? `make mutants`, or `--help`.

Cosmic Ray's operators make the mutants, coverage.py tells which tests reach the mutated line, and pytest runs these
in a process of their own: those of the rules, then of play, at last the quick ones of pages. A mutant lives in memory
only: no file is ever changed.
"""
