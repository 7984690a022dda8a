"""Random streams: the published generator, and draws that are distributed as they say."""

import math
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare, kstest

from exact.chances import LEVEL
from kernels import streams
from kernels.jit import rule
from kernels.werewolf.state import STATE
from naive.werewolf import Dice
from tables import WORD

GAMMA = 0x9E3779B97F4A7C15
SEED = 20_260_104


def started(seed: int, game: int = 0) -> np.record:
    """A state whose streams stand at the start of a game."""
    state = np.recarray(1, STATE)[0]
    streams.start(state, np.int64(seed), np.int64(game))
    return state


@rule
def many_below(state, options, draws):
    """How often each of `options` is drawn."""
    counts = np.zeros(options, dtype=np.int64)
    for _ in range(draws):
        counts[streams.below(state, streams.RULES, options)] += 1
    return counts


@rule
def many_words(state, words):
    """A row of words."""
    row = np.zeros(words, dtype=np.uint64)
    for k in range(words):
        row[k] = streams.word(state, streams.RULES)
    return row


@rule
def many_exponentials(state, draws):
    """A row of draws from Exp(1)."""
    row = np.zeros(draws)
    for k in range(draws):
        row[k] = streams.exponential(state, streams.MOOD)
    return row


@pytest.mark.plain
def test_mix_is_splitmix64():
    """The first five outputs for the seed 1234567, as published with the reference implementation."""
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [int(streams.mix(np.uint64((1234567 + k * GAMMA) % WORD))) for k in range(1, 6)] == published


@pytest.mark.plain
@pytest.mark.bounds
def test_streams_start_where_the_naive_dice_do():
    for seed, game in ((0, 0), (1, 0), (0, 1), (SEED, 10**12), ((1 << 63) - 1, (1 << 62) + 1)):
        state, dice = started(seed, game), Dice(seed, game)
        assert [int(counter) for counter in state.stream] == list(dice.counters.values())
        assert int(streams.final(state)) % WORD == dice.final()


@pytest.mark.plain
def test_every_seed_game_and_purpose_has_a_stream_of_its_own():
    starts = [int(counter) for seed in range(20) for game in range(20) for counter in started(seed, game).stream]
    assert len(set(starts)) == len(starts) == 20 * 20 * streams.PURPOSES


def test_below_is_uniform():
    """Chi-square for every number of options that a bit set can have."""
    state, draws = started(SEED), 200_000
    ps = [chisquare(many_below(state, np.int64(options), draws)).pvalue for options in range(2, 64)]
    assert min(ps) >= LEVEL / len(ps)
    assert many_below(state, np.int64(1), 10).tolist() == [10]


def test_every_bit_of_a_word_is_fair_and_unlike_its_neighbours():
    """Counts of each bit, of each pair of neighbouring bits, and of each bit in successive words."""
    words = many_words(started(SEED), np.int64(100_000))
    rows = np.unpackbits(words.view(np.uint8).reshape(-1, 8), axis=1)
    agreeing = [rows, rows[:, 1:] ^ rows[:, :-1], rows[1:] ^ rows[:-1]]
    deviations = np.concatenate([(each.mean(axis=0) - 0.5) * 2 * np.sqrt(len(each)) for each in agreeing])
    assert np.abs(deviations).max() < 5.0  # of 191 standard normals: once in nearly ten thousand seeds


@pytest.mark.plain
def test_logarithm_is_the_natural_logarithm():
    """To 1e-15 of its value, from the smallest draw up to 1."""
    xs = [2.0**-54, 2.0**-53, 1e-300, 0.5, math.sqrt(0.5), math.nextafter(1.0, 0.0)]
    xs += [k / 4001 for k in range(1, 4001)]
    for x in xs:
        assert math.isclose(streams.logarithm(x), math.log(x), rel_tol=1e-15, abs_tol=0.0), x
    assert streams.logarithm(1.0) == 0.0


def test_exponential_is_exp_1():
    """Kolmogorov-Smirnov over 200,000 draws."""
    draws = many_exponentials(started(SEED), np.int64(200_000))
    assert kstest(draws, "expon").pvalue >= LEVEL
    assert draws.min() > 0.0


def test_exponentials_are_the_naive_ones():
    """The same draws by the C library's logarithm, to the last bits."""
    draws, dice = many_exponentials(started(3, 4), np.int64(1000)), Dice(3, 4)
    assert np.allclose(draws, [dice.mood() for _ in range(1000)], rtol=1e-14, atol=0.0)


@pytest.mark.plain
def test_chance_is_a_share():
    """In [0, 1), and about as often in each tenth."""
    state = started(SEED)
    tenths = Counter(int(10 * streams.chance(state, streams.RULES)) for _ in range(1000))
    assert set(tenths) == set(range(10))
    assert chisquare(list(tenths.values())).pvalue >= LEVEL
