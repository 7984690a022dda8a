"""What pytest must know of this suite as a whole."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--renew`: golden transcripts are written anew instead of compared."""
    parser.addoption(
        "--renew", action="store_true", help="write golden transcripts anew: python -m pytest tests/golden --renew"
    )
