"""Texts that somebody may give a setup, a target or a folder, for property tests."""

from hypothesis import strategies as st

TRAPS = (
    "[/x]",
    "[open] setup",
    ":wolf:",
    "[bold]loud[/bold]",
    "<b>bold</b>",
    "a|b `c` *d* _e_",
    "=1+1",
    "-2",
    "'quoted' \"twice\"",
    "back\\slash\\[x]",
    "{{ 7 * 7 }} {% x %}",
    "naïve – ± 狼 🐺",
    "100 %",
    "a.b[0]['c']",
    "$HOME `id`",
)
"""What some document or other would read as more than text."""

printable = st.one_of(
    st.sampled_from(TRAPS),
    st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=30),
)
"""Any printable text without spaces, and the traps."""
