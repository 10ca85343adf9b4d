"""The abilities of a general (12:6:2), one file each."""
