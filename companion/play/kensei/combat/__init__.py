"""The combat phase as a list of combats: who touches whom, initiative, strikes in their order (chapter 10)."""
