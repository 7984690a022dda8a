"""What every game keeps to, whatever its rules; a game that tests know nothing of fails here."""

import tomllib
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

import kernels
import scenarios
from kernels import driver
from kernels.jit import COMPILED
from setups import SETUPS
from tables import WORD, members, named, table

TESTS = Path(__file__).parent.parent
GAMES = 20_000 if COMPILED else 24
SEED = 20_260_107
NOBODY_WINS = {"stalled", "draw"}
CASES = [(game, words) for game in kernels.names() if game in SETUPS for words in SETUPS[game].interesting]

every_case = pytest.mark.parametrize(("game", "words"), CASES)


# --- every game has its tests -------------------------------------------------------------------------------------


@pytest.mark.plain
@pytest.mark.parametrize("game", kernels.names())
class TestEveryGameHas:
    def test_setups(self, game):
        assert game in SETUPS, f"add {game} to tests/setups.py"
        assert len(SETUPS[game].interesting) >= 3

    def test_naive_rules(self, game):
        assert (TESTS / "naive" / f"{game}.py").exists(), f"write {game} once more, in tests/naive/{game}.py"

    def test_golden_transcripts(self, game):
        assert list((TESTS / "golden" / game).glob("*.txt")), f"keep some transcripts in tests/golden/{game}"

    def test_a_scenario(self, game):
        shipped = Path(scenarios.__file__).parent.rglob("*.toml")
        games = {tomllib.loads(file.read_text(encoding="utf-8")).get("game") for file in shipped}
        assert game in games, f"ship a scenario of {game}"


# --- tallies ------------------------------------------------------------------------------------------------------


@pytest.mark.plain
@pytest.mark.bounds
@every_case
def test_tallies_sum_in_each_piece(game, words):
    """Each game has one outcome, length and end; each seat one role and fate; only possible outcomes happen."""
    laid, edges = table(words, game), random_edges(Random(words))
    tally, _ = driver.play(laid, SEED, edges)
    games = np.diff(edges)
    assert np.array_equal(tally.lengths.sum(axis=(1, 2)), games)
    assert np.array_equal(tally.lengths.sum(axis=2), tally.ends.sum(axis=2))
    assert (tally.fates.sum(axis=(2, 3)) == games[:, None]).all()
    dealt = np.array([laid.setup.dealt.get(role.name, 0) for role in laid.game.roles])
    assert np.array_equal(tally.fates.sum(axis=(1, 3)), games[:, None] * dealt)
    happened = {laid.game.outcomes[k].name for k in np.flatnonzero(tally.lengths.sum(axis=(0, 2)))}
    assert happened <= set(laid.game.possible(laid.setup))
    assert min(int(counts.min()) for counts in tally[:-1]) >= 0


@pytest.mark.plain
@every_case
def test_squares_fit_the_wins(game, words):
    """With w of a role's d seats winning in a game: the sum of w * w is of w's parity, at least w and at most d * w."""
    laid = table(words, game)
    tally, _ = driver.play(laid, SEED, [0, GAMES])
    squares, wins = tally.squares[0], tally.fates[0, :, :, 2:].sum(axis=(0, 2))
    dealt = np.array([laid.setup.dealt.get(role.name, 0) for role in laid.game.roles])
    assert (squares % 2 == wins % 2).all()
    assert (wins * wins <= squares * GAMES).all()
    assert (wins <= squares).all()
    assert (squares <= dealt * wins).all()


@pytest.mark.plain
@every_case
def test_kept_games_are_the_tally(game, words):
    """Rows of games, counted again, give the tally; nobody wins a game that has no winner, somebody every other."""
    laid = table(words, game)
    tally, rows = driver.play(laid, SEED, [0, GAMES], keep_games=True)
    assert rows.shape == (GAMES, 4)
    outcomes, lengths, ends, winners = rows.T
    assert lengths.max() <= laid.layout.longest
    for counts, column in ((tally.lengths, lengths), (tally.ends, ends)):
        again = np.zeros_like(counts[0])
        np.add.at(again, (outcomes, column), 1)
        assert np.array_equal(again, counts[0])
    wins = [int((winners >> seat & 1).sum()) for seat, _ in laid.layout.places]
    assert wins == tally.fates[0, :, :, 2:].sum(axis=(1, 2)).tolist()
    assert winners.max() < 1 << laid.setup.seats
    won = np.array([outcome.name not in NOBODY_WINS for outcome in laid.game.outcomes])
    assert np.array_equal(winners > 0, won[outcomes])


# --- the same games, however they are played ----------------------------------------------------------------------


@pytest.mark.plain
@every_case
def test_same_games_however_cut(game, words):
    """One piece, many pieces in one call, and a call for each piece: the same counts, rows and fingerprint."""
    laid, edges = table(words, game), random_edges(Random(words + "cut"))
    whole, rows = driver.play(laid, SEED, [0, GAMES], keep_games=True)
    pieces, same_rows = driver.play(laid, SEED, edges, keep_games=True)
    calls = [driver.play(laid, SEED, [*edge], keep_games=True) for edge in pairwise(edges)]
    assert np.array_equal(rows, same_rows)
    assert np.array_equal(rows, np.concatenate([kept for _, kept in calls]))
    for k, counts in enumerate(whole):
        assert np.array_equal(counts[0], pieces[k].sum(axis=0))
        assert np.array_equal(pieces[k], np.concatenate([tally[k] for tally, _ in calls]))


@every_case
def test_same_games_on_any_number_of_threads(game, words):
    laid, edges = table(words, game), random_edges(Random(words + "threads"))
    whole, _ = driver.play(laid, SEED, [0, GAMES])
    for threads in (2, 5):
        with ThreadPoolExecutor(threads) as pool:
            parts = list(pool.map(lambda edge: driver.play(laid, SEED, [*edge])[0], pairwise(edges)))
        for k, counts in enumerate(whole):
            assert np.array_equal(counts[0], np.sum([part[k][0] for part in parts], axis=0))


@pytest.mark.plain
@pytest.mark.bounds
@every_case
def test_replayed_games_are_the_played_ones(game, words):
    """Each game by itself ends as it did among others, logged or not; the fingerprint is the sum of final states."""
    laid, games = table(words, game), 50 if COMPILED else 8
    first = Random(words).randrange(1 << 40)
    tally, rows = driver.play(laid, SEED, [first, first + games], keep_games=True)
    finals = 0
    for number, (outcome, length, end, winners) in enumerate(rows.tolist(), start=first):
        replay = driver.replay(laid, SEED, number)
        assert (replay.outcome, replay.end) == (laid.game.outcomes[outcome].name, laid.game.ends[end].name)
        assert (replay.length, list(replay.winners)) == (length, members(winners))
        alone, _ = driver.play(laid, SEED, [number, number + 1])
        assert int(alone.fingerprint[0]) % WORD == replay.final
        finals += replay.final
    assert finals % WORD == int(tally.fingerprint[0]) % WORD


@pytest.mark.plain
@pytest.mark.parametrize("game", [game for game in kernels.names() if game in SETUPS])
def test_random_tables_replay_as_they_were_played(game):
    """What is done at once where nobody looks on comes to what is done one by one where an event log is kept."""
    draws = Random(SEED)
    for _ in range(300 if COMPILED else 10):
        words = SETUPS[game].draw(draws)
        laid, seed, first = table(words, game), draws.randrange(1 << 62), draws.randrange(1 << 40)
        tally, rows = driver.play(laid, seed, [first, first + 10], keep_games=True)
        replays = [driver.replay(laid, seed, first + number) for number in range(10)]
        assert sum(replay.final for replay in replays) % WORD == int(tally.fingerprint[0]) % WORD, words
        assert [replay.length for replay in replays] == rows[:, 1].tolist(), words


@every_case
def test_seeds_differ(game, words):
    """Other seeds, up to the greatest, are other games."""
    laid, games = table(words, game), min(GAMES, 2000)
    seeds = [0, 1, 2, SEED, (1 << 62) + 1, (1 << 63) - 1]
    assert len({int(driver.play(laid, seed, [0, games])[0].fingerprint[0]) for seed in seeds}) == len(seeds)


# --- event logs ---------------------------------------------------------------------------------------------------


@pytest.mark.plain
@every_case
def test_the_gone_never_act(game, words):
    """No event says that a seat did something after one said that it left; the log is not cut off; it tells of acts."""
    laid, known = table(words, game), SETUPS[game]
    assert known.acts | {known.leaves} <= {kind.name for kind in laid.kernel.events}
    acted = set()
    for number in range(100 if COMPILED else 8):
        gone: set[int] = set()
        for event, seat, _ in named(laid, driver.replay(laid, SEED, number).events):
            if event in known.acts:
                assert seat not in gone, f"game {number}: seat {seat + 1} is gone, then {event}"
                acted.add(event)
            elif event == known.leaves:
                gone.add(seat)
        assert len(gone) < laid.setup.seats
    assert acted


@pytest.mark.plain
@every_case
def test_every_story_can_be_told(game, words):
    """The transcript of any event log is lines of text."""
    laid = table(words, game)
    for number in range(20 if COMPILED else 4):
        lines = laid.kernel.tell(laid.setup, laid.seating, list(driver.replay(laid, SEED, number).events))
        assert len(lines) > laid.setup.seats
        assert all(line == line.rstrip() and "\n" not in line for line in lines)


def random_edges(draws: Random) -> list[int]:
    """Eight random cuts of the games, with an empty piece and pieces of one game among them."""
    inner = sorted(draws.sample(range(2, GAMES - 2), 6))
    return [0, 1, *inner, inner[-1], GAMES - 1, GAMES]
