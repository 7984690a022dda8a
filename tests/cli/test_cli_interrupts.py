"""What is an interruption and what is not."""

import pytest

from balance import program, show


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (KeyboardInterrupt(), 130, "interrupted; everything finished is kept"),
        (EOFError("Ran out of input"), 3, "this is an error of balance itself"),
        (ValueError("no such thing"), 3, "this is an error of balance itself"),
    ],
    ids=["interrupted", "a file that ends too soon", "another error"],
)
def test_interrupted_is_said_of_interruptions_alone(monkeypatch, capsys, error, code, told):
    def fail():
        raise error

    monkeypatch.setattr(show, "games", fail)
    assert program.run(["games"]) == code
    err = capsys.readouterr().err
    assert told in err
    assert ("interrupted" in err) == (code == 130)
