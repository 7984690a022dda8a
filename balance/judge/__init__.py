"""What counts are worth: intervals, when enough has been played, what is decided, what has changed.

intervals.py   exact intervals that hold together, at a number of games fixed in advance
precision.py   when an interval is narrow enough
sequence.py    what is decided about a share, however often one looks
lengths.py     the same about the mean and the percentiles of a length
difference.py  whether shares have changed by more than what matters
paired.py      two setups played on one seed, game by game
"""
