"""What the tests share."""

import random

import pytest


@pytest.fixture
def chance() -> random.Random:
    """The same numbers in every run."""
    return random.Random(7)
