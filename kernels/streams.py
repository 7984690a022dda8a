"""Randomness as a pure function of (seed, game index, purpose): counter streams mixed by SplitMix64.

A stream is one uint64 that grows by a constant with each draw; the draw is its mix. Separate purposes keep
two setups that share a seed on the same luck wherever their rules and policies agree.
(Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; bounded draws by
multiply-shift: Lemire, "Fast random integer generation in an interval", 2019, without the rejection, whose
bias is below 2^-26 for up to 63 options.)
"""

import math

import numpy as np

from kernels.jit import COMPILED, numbers, rule

DEAL, RULES, POLICY, MOOD = numbers(4)
"""What a stream is for: the deal, the rules' lots, the policies' choices, the moods."""
PURPOSES = 4
TERMS = 11
LN2 = 0.6931471805599453
SQRT2 = 1.4142135623730951

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_GAME = np.uint64(0xD1342543DE82EF95)
_PURPOSE = np.uint64(0xAF251AF3B0F025B5)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)

if COMPILED:

    @rule
    def plus(a, b):
        """The sum modulo 2^64."""
        return a + b

    @rule
    def times(a, b):
        """The product modulo 2^64."""
        return a * b

else:  # NumPy's scalars warn where they wrap

    def plus(a: np.uint64, b: np.uint64) -> np.uint64:
        """The sum modulo 2^64."""
        return np.uint64((int(a) + int(b)) & 0xFFFFFFFFFFFFFFFF)

    def times(a: np.uint64, b: np.uint64) -> np.uint64:
        """The product modulo 2^64."""
        return np.uint64((int(a) * int(b)) & 0xFFFFFFFFFFFFFFFF)


@rule
def mix(z):
    """SplitMix64's finalizer: a bijection of 64-bit words that looks random."""
    z = times(z ^ (z >> np.uint64(30)), _FIRST)
    z = times(z ^ (z >> np.uint64(27)), _SECOND)
    return z ^ (z >> np.uint64(31))


@rule
def start(state, seed, game):
    """Set every stream of `state` to its start for game number `game` of `seed`."""
    key = mix(plus(mix(plus(np.uint64(seed), _GAMMA)), times(np.uint64(game), _GAME)))
    for purpose in range(PURPOSES):
        state.stream[purpose] = mix(plus(key, times(np.uint64(purpose + 1), _PURPOSE)))


@rule
def word(state, purpose):
    """The next 64 random bits of a purpose."""
    stream = purpose & (PURPOSES - 1)  # whatever a designer's own policy may say, it is one of them
    state.stream[stream] = plus(state.stream[stream], _GAMMA)
    return mix(state.stream[stream])


@rule
def below(state, purpose, options):
    """A uniform draw from 0..options - 1."""
    return np.int64(times(word(state, purpose) >> np.uint64(32), np.uint64(options)) >> np.uint64(32))


@rule
def chance(state, purpose):
    """A uniform draw from [0, 1), a multiple of 2^-53."""
    return np.float64(np.int64(word(state, purpose) >> np.uint64(11))) * 1.1102230246251565e-16


@rule
def exponential(state, purpose):
    """A draw from the exponential distribution of mean 1, the same to the last bit on every machine."""
    return -logarithm(chance(state, purpose) + 5.551115123125783e-17)


@rule
def logarithm(x):
    """The natural logarithm of x in (0, 1], by nothing but exact IEEE steps in a fixed order.

    The C library's differs between machines in the last bit; here x is split in a power of two and a fraction
    near 1, whose logarithm is 2 (t + t^3 / 3 + t^5 / 5 ...) with t = (fraction - 1) / (fraction + 1), |t| < 0.172.
    """
    fraction, power = math.frexp(x)
    if fraction * SQRT2 < 1.0:
        fraction, power = 2.0 * fraction, power - 1
    t = (fraction - 1.0) / (fraction + 1.0)
    square = t * t
    series = 0.0
    for k in range(TERMS, 0, -1):
        series = series * square + 1.0 / (2 * k - 1)
    return 2.0 * t * series + power * LN2


@rule
def final(state):
    """The final random state of a game as one word: equal only if every stream was drawn equally often."""
    total = np.uint64(0)
    for purpose in range(PURPOSES):
        total = mix(plus(total, state.stream[purpose]))
    return np.int64(total)
