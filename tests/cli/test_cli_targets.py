"""What a designer wants of his tables: passed, missed or open, and what is no target told."""

import pytest

USAGE, FAILED, UNDECIDED = 2, 1, 6
HEAD = 'game = "werewolf"\ngames = 5000\n[setup]\npolicy = "blind"\n[sweep]\nplayers = [6, 8]\n[targets]\n'


def swept(folder, balance, targets: str, *words: object):
    (folder / "mine.toml").write_text(HEAD + targets)
    return balance("sweep", "mine.toml", *words, "--json", "--quiet")


def test_targets_are_judged_cell_by_cell(folder, balance):
    """Of 5,000 games the village wins 42 % at 6 players and 19 % at 8, and 95 % have ended by day 4 and by day 5."""
    said = swept(
        folder,
        balance,
        'fair = {outcome = "villagers", low = 0.3, high = 0.6}\n'
        'small = {outcome = "villagers", low = 0.3, high = 0.6, where = "players < 7"}\n'
        'none = {outcome = "stalled", high = 0.01}\n'
        'mean = {length = "mean", low = 3, high = 4}\n'
        'late = {length = "p95", high = 4}\n',
    )
    found = {(aim["target"], aim["name"]): aim["verdict"] for aim in said.json["targets"]}
    assert found == {
        ("fair", "players 6"): "PASS",
        ("fair", "players 8"): "FAIL",
        ("small", "players 6"): "PASS",
        ("none", "players 6"): "PASS",
        ("none", "players 8"): "PASS",
        ("mean", "players 6"): "PASS",
        ("mean", "players 8"): "FAIL",
        ("late", "players 6"): "PASS",
        ("late", "players 8"): "FAIL",
    }
    assert said.code == FAILED


def test_what_is_too_close_is_undecided_until_more_games_tell(folder, balance):
    cells = swept(folder, balance, 'any = {outcome = "villagers", low = 0.0001}\n').json["cells"]
    share = cells[0]["outcomes"]["villagers"] / 5000
    close = f'close = {{outcome = "villagers", high = {share + 0.012:.4f}}}\n'
    assert swept(folder, balance, close).code == UNDECIDED
    more = swept(folder, balance, close, "--games", 200_000)
    assert [aim["verdict"] for aim in more.json["targets"]] == ["PASS", "PASS"]
    assert more.code == 0


def test_they_are_told_to_people(folder, balance):
    swept(folder, balance, 'fair = {outcome = "villagers", low = 0.3, high = 0.6}\n')
    out = balance("sweep", "mine.toml", "--quiet").out
    assert "Targets: 1 FAIL and 1 PASS." in out
    assert "30 % to 60 %" in out
    swept(folder, balance, 'quick = {length = "mean", high = 9}\n')
    assert "Targets: 2 PASS." in balance("sweep", "mine.toml", "--quiet").out


def test_they_stand_in_a_file_of_their_own_too(folder, balance):
    (folder / "wants.toml").write_text('[targets]\nfair = {outcome = "villagers", low = 0.9}\n')
    words = ("sweep", "werewolf", "players=6", "policy=blind", "--games", 1000, "--quiet")
    assert balance(*words, "--targets", "wants.toml").code == FAILED
    assert balance(*words).code == 0


@pytest.mark.parametrize(
    ("targets", "told"),
    [
        (
            'fair = {outcome = "vilagers", low = 0.3}\n',
            "unknown outcome 'vilagers' of werewolf, in the target fair; did you",
        ),
        ('fair = {outcome = "villagers"}\n', "the target fair needs a band"),
        ('fair = {outcome = "villagers", low = 0.6, high = 0.4}\n', "the target fair needs a band"),
        ('fair = {outcome = "villagers", low = 45}\n', "the target fair: low must be a number in 0..1"),
        ('fair = {outcome = "villagers", low = true}\n', "the target fair: low must be a number in 0..1"),
        ('fair = {outcome = "villagers", lo = 0.4}\n', "unknown key 'lo'; did you mean 'low'?"),
        ("fair = {low = 0.4}\n", "the target fair must say either outcome or length"),
        ('fair = {outcome = "villagers", length = "mean", low = 0.4}\n', "must say either outcome or length"),
        ('fair = {length = "median", low = 4}\n', "length 'median' is not possible; it takes mean or p95"),
        ("fair = {outcome = 3, low = 0.4}\n", "outcome must be a word in quotes"),
        ("fair = 3\n", "the target 'fair' must be a table such as"),
        ('fair = {outcome = "villagers", low = 0.4, where = "player > 3"}\n', "player"),
        (
            'fair = {outcome = "villagers", low = 0.4, where = "players > 30"}\n',
            "the target fair is for no setup of the plan",
        ),
    ],
)
def test_what_is_no_target_is_told(folder, balance, targets, told):
    said = swept(folder, balance, targets)
    assert said.code == USAGE
    assert told in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "there is no file of targets wants.toml"),
        ("[targets", "wants.toml is no TOML"),
        ("a = 3\n", "wants.toml has no targets"),
        ("targets = 3\n", "wants.toml: targets must be a table"),
    ],
)
def test_what_is_no_file_of_targets_is_told(folder, balance, text, told):
    if text is not None:
        (folder / "wants.toml").write_text(text)
    said = balance("sweep", "werewolf", "--targets", "wants.toml")
    assert said.code == USAGE
    assert told in said.err
