"""A designer's own policy in a file of his: seated, named, remembered; what is wrong with it told by file and line."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from textwrap import dedent

import pytest

from balance.store import read_manifest
from damage import DAMAGES
from kernels import cache, own, sound
from kernels.jit import COMPILED
from processes import start

pytestmark = pytest.mark.plain
compiled_only = pytest.mark.skipif(not COMPILED, reason="plain Python needs no compiling")

README = Path(__file__).parents[2] / "README.md"
USAGE, NOT_COMPARABLE, INTERRUPTED = 2, 4, 130
GAMES = ("--games", 40, "--quiet")
HEAD = """
from kernels.bits import count, lowest, nth, preferred
from kernels.game import Choice, Number, Switch
from kernels.jit import rule
from kernels.own import own_knob
from kernels.werewolf.asking import ASK_SKIP, ASK_VOTE
from kernels.werewolf.asking import ASK_LOOK

KNOBS = (Number("daring", "How much.", 0.25, "ours", 0, 1), Switch("late", "When.", False, "ours"),
         Choice("way", "How.", "left", "ours", ("left", "right")))
"""
LOWEST = """
def first(state, seat, decision, legal):
    \"\"\"The lowest option.\"\"\"
    return lowest(legal)

def last(state, seat, decision, legal):
    return 60 if legal >> 60 else nth(legal, count(legal) - 1)
"""


def write(folder: Path, text: str, name: str = "mine.py", head: str = HEAD) -> None:
    """A designer's file."""
    (folder / name).write_text(head + dedent(text))


def seated(name: str, *more: object) -> tuple[object, ...]:
    """The words of a small sweep with a policy of one's own for the village, the pack playing at random."""
    return ("sweep", "werewolf", "players=6", "policy=blind", f"policy.village={name}", *more, *GAMES)


def test_own_policies_play_side_by_side(folder, balance):
    write(folder, LOWEST)
    said = balance(*seated("mine.py:first", "policy.seer=mine.py:last", "policy.seat1=mine.py:first", "--json"))
    assert said.code == 0, said.err
    (cell,) = said.json["cells"]
    assert cell["setup"]["policy.village"] == "mine.py:first"
    assert cell["setup"]["policy.seer"] == "mine.py:last"
    assert set(cell["policies"]) == {"random", "mine.py:first", "mine.py:last"}
    assert sum(cell["outcomes"].values()) == 40
    report = balance("report", said.json["run"])
    assert "mine.py:first" in report.out


def test_every_thread_plays_the_same(folder, balance):
    write(folder, LOWEST)
    games = 4000 if COMPILED else 40
    prints = set()
    for threads in (1, 3):
        words = ("policy=blind", "policy.all=mine.py:last", "--games", games, "--threads", threads, "--json", "--quiet")
        (cell,) = balance("sweep", "werewolf", *words, "--out", f"run{threads}").json["cells"]
        prints.add(cell["fingerprint"])
    assert len(prints) == 1


@compiled_only
def test_playing_as_a_built_in_policy_is_playing_it(folder, balance):
    """To the last random number: so nothing of a built-in policy hangs on being built in."""
    seats = {"village": "seer-leads", "pack": "counter", "allies": "counter", "others": "hide"}
    write(
        folder,
        """
        from kernels.game import Choice
        from kernels.own import own_knob
        from kernels.village import knobs
        from kernels.werewolf.policies import play_as
        from kernels.werewolf.spec import POLICIES

        NAMES = tuple(policy.name for policy in POLICIES)
        BUILT_IN = (*knobs.TALKING, knobs.BUS, knobs.AVOID_GUARDED, knobs.BLACK, knobs.WHITE_TO_WOLF)
        KNOBS = (Choice("like", "As which policy it plays.", "random", "ours", NAMES), *BUILT_IN)

        def same(state, seat, decision, legal):
            return play_as(state, seat, int(own_knob(state, seat, 0)), decision, legal)
        """,
        head="",
    )
    own = [f"policy.{side}=mine.py:same" for side in seats]
    own += [f"policy.{side}.like={policy}" for side, policy in seats.items()]
    built_in = [f"policy.{side}={policy}" for side, policy in seats.items()]
    cells = [
        balance("sweep", "werewolf", "players=9", *words, "--games", 2000, "--json").json["cells"][0]
        for words in (own, built_in)
    ]
    assert cells[0]["fingerprint"] == cells[1]["fingerprint"]
    assert cells[0]["outcomes"] == cells[1]["outcomes"]


KNOBBED = """
def knobbed(state, seat, decision, legal):
    if decision == ASK_VOTE:
        told = int(own_knob(state, seat, 0) * 4) + 4 * int(own_knob(state, seat, 1)) + 8 * int(own_knob(state, seat, 2))
        return nth(legal, told % count(legal))
    return lowest(legal)
"""


def test_own_knobs_reach_the_policy(folder, balance):
    write(folder, KNOBBED)
    prints = {}
    for knobs in ("daring=0", "daring=1", "daring=0 late=on", "daring=0 way=right", "daring=0 late=off way=left"):
        said = balance(*seated("mine.py:knobbed", *(f"policy.village.{knob}" for knob in knobs.split()), "--json"))
        (cell,) = said.json["cells"]
        prints[knobs] = cell["fingerprint"], cell["cell"]
    assert prints["daring=0"] == prints["daring=0 late=off way=left"]
    assert len({cell for _, cell in prints.values()}) == 4
    assert len({fingerprint for fingerprint, _ in prints.values()}) > 2


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        ("policy.village.darin=1", "unknown knob 'darin' of mine.py:knobbed, which policy.village plays; did you mean"),
        ("policy.village.daring=2", "policy.village.daring takes a number in 0..1"),
        ("policy.village.way=up", "policy.village.way takes left or right"),
    ],
)
def test_own_knobs_are_held_to_what_they_take(folder, balance, pair, told):
    write(folder, KNOBBED)
    said = balance(*seated("mine.py:knobbed", pair))
    assert said.code == USAGE
    assert told in said.err


def test_a_built_in_knob_that_is_taken_over_is_set(folder, balance):
    write(
        folder,
        """
        from kernels.village.knobs import KNOBS as BUILT_IN, TRUST

        KNOBS = (TRUST,)
        PLACE = BUILT_IN.index(TRUST)

        def trusting(state, seat, decision, legal):
            if decision == ASK_VOTE and state.knob[state.play[seat], PLACE] == own_knob(state, seat, 0) == 0.5:
                return lowest(legal)
            return nth(legal, count(legal) - 1)
        """,
    )
    one, other = (
        balance(*seated("mine.py:trusting", f"policy.village.trust={trust}", "--json")).json["cells"][0]["outcomes"]
        for trust in (0.5, 0.6)
    )
    assert one != other


def test_a_scenario_finds_the_file_beside_it(folder, balance):
    (folder / "plans").mkdir()
    write(folder / "plans", LOWEST)
    (folder / "plans" / "ours.toml").write_text(
        'game = "werewolf"\ngames = 10\n[setup]\nplayers = 6\npolicy = "blind"\n[sweep]\n'
        '"policy.village" = ["random", "mine.py:first"]\n'
    )
    said = balance("sweep", "plans/ours.toml", "--json", "--quiet")
    assert said.code == 0, said.err
    assert [cell["setup"]["policy.village"] for cell in said.json["cells"]] == ["random", "mine.py:first"]


def test_the_folder_of_a_file_does_not_matter(folder, balance):
    """The same content is the same setup, wherever it lies; the name is shown without its folder."""
    cells = []
    for place in ("here", "there"):
        (folder / place).mkdir()
        write(folder / place, LOWEST)
        (cell,) = balance(*seated(f"{place}/mine.py:first", "--json")).json["cells"]
        cells.append((cell["cell"], cell["setup"]["policy.village"]))
    assert cells[0] == cells[1]
    assert cells[0][1] == "mine.py:first"
    both = balance(*seated("here/mine.py:first", "policy.seer=there/mine.py:last"))
    assert both.code == USAGE
    assert "have the same name; rename one of them" in both.err


def test_a_run_goes_on_until_the_file_changes(folder, balance):
    write(folder, LOWEST)
    words = (
        "sweep",
        "werewolf",
        "players=6",
        "policy=blind",
        "policy.village=mine.py:first",
        "--out",
        "run",
        "--quiet",
    )
    assert balance(*words, "--games", 20).code == 0
    assert balance(*words, "--games", 40).code == 0
    (cell,) = read_manifest(folder / "run").cells
    play = cell.seating.by_role["villager"]
    assert (play.policy, Path(play.file)) == ("mine.py:first", folder / "mine.py")
    write(folder, LOWEST + "# another state of it\n")
    said = balance(*words, "--games", 60)
    assert said.code == NOT_COMPARABLE
    assert "run holds a run of mine.py:first as it was before" in said.err
    assert "mine.py:first" in balance("report", "run").out


def test_an_edited_module_beside_the_file_takes_effect(folder, balance):
    write(folder, "from helper import pick\ndef mine(state, seat, decision, legal):\n    return pick(legal)\n")
    helper = (
        "from kernels.bits import count, nth\nfrom kernels.jit import rule\n@rule\ndef pick(legal):\n    return {}\n"
    )
    prints, cells = set(), set()
    for answer in ("60 if legal >> 60 else nth(legal, 0)", "60 if legal >> 60 else nth(legal, count(legal) - 1)"):
        (folder / "helper.py").write_text(helper.format(answer))
        (cell,) = balance(*seated("mine.py:mine", "--json")).json["cells"]
        prints.add(cell["fingerprint"] + str(cell["seats"]))
        cells.add(cell["cell"])
    assert len(prints) == len(cells) == 2
    assert "helper" not in sys.modules
    assert str(folder) not in sys.path


@compiled_only
def test_a_second_process_does_not_compile(folder):
    """Its machine code is on disk, as is a note of it, so that nothing is said of compiling."""
    write(folder, f"{LOWEST}# {folder} {time.time_ns()}\n")  # the same content may have been compiled before
    told, codes = [], []
    for seed in ("1", "2"):
        words = ("sweep", "werewolf", "players=6", "policy.all=mine.py:first", "--games", "10", "--seed", seed)
        process = start(folder, *words)
        told.append(process.communicate()[1])
        assert process.returncode == 0, told
        codes.append({file.stat().st_mtime_ns for file in (cache.folder() / "own").rglob("*.nb?")})
    assert codes[0] == codes[1]
    assert "Compiling mine.py:first" in told[0]
    assert "Compiling" not in told[1]


@compiled_only
def test_without_compiling_the_same_games_are_played(folder, balance):
    write(folder, KNOBBED)
    words = seated("mine.py:knobbed", "--json")
    compiled = balance(*words).json["cells"][0]["fingerprint"]
    program = [sys.executable, "-c", "from balance.__main__ import main; main()", *map(str, words), "--out", "plain"]
    plainly = subprocess.run(
        program, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, cwd=folder, capture_output=True, text=True, check=True
    )
    assert compiled in plainly.stdout


def test_a_replay_names_it(folder, balance):
    write(folder, LOWEST)
    said = balance("replay", "werewolf", "players=6", "policy=blind", "policy.village=mine.py:first", "--game", 3)
    assert said.code == 0, said.err
    assert "plays mine.py:first" in said.out


# --- mistakes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("mne.py:first", LOWEST, "there is no file mne.py in the working folder; did you mean 'mine.py'?"),
        ("mine.py:frist", LOWEST, "mine.py has no function 'frist'; did you mean 'first'?"),
        ("mine.py", LOWEST, "names a file only; name its function too: mine.py:FUNCTION"),
        ("mine.py:KNOBS", LOWEST, "mine.py has no function 'KNOBS'"),
        ("mine.py:f", "def f(:\n  pass\n", "mine.py line 11: "),
        ("mine.py:f", "x = 1 / 0\n", "mine.py line 11: ZeroDivisionError: division by zero"),
        ("mine.py:f", "import no_such_module\n", "mine.py line 11: ModuleNotFoundError: No module named"),
        (
            "mine.py:f",
            "import random\n",
            "mine.py line 11: it uses random; a policy draws from the stream POLICY alone",
        ),
        (
            "mine.py:f",
            "import numpy as np\nx = np.random.rand\n",
            "it uses numpy.random.rand; a policy draws from the stream",
        ),
        ("mine.py:f", "from numpy import random as rr\n", "it uses numpy.random; a policy draws from the stream"),
        ("mine.py:f", "import numpy as N\nx = N.random.random\n", "mine.py line 12: it uses numpy.random.random; a"),
        ("mine.py:f", "from kernels.streams import DEAL\n", "it uses kernels.streams.DEAL; a policy draws from"),
        ("mine.py:f", "@rule\ndef g(x):\n    return g(x)\n", "mine.py line 12: g calls itself; write a loop"),
        ("mine.py:f", "@rule\ndef g(x):\n    return h(x)\n\n@rule\ndef h(x):\n    return g(x)\n", "calls itself"),
        ("mine.py:f", "def f(a, b, c, d):\n    print(b)\n    return 1\n", "mine.py line 12: it prints; a policy only"),
        ("mine.py:f", "def f(a, b, c, d):\n    a.role.flat[0] = 1\n    return 1\n", "write it without flat"),
        (
            "mine.py:f",
            'KNOBS = (Choice("way", "How.", "a,b", "", ("a,b",)),)\n',
            "the words of way must differ, without",
        ),
        ("mine.py:f", 'KNOBS = (Choice("way", "How.", "a", "", ("a", "a")),)\n', "the words of way must differ"),
        ("mine.py:f", 'KNOBS = (Number("n", "N.", 0, "", 0, float("inf")),)\n', "the knob n needs bounds that are"),
        (
            "mine.py:f",
            'KNOBS = (Number("n", None, 0, "", 0, 1),)\n',
            "the knob n means None; write a sentence in quotes",
        ),
        ("mine.py:f", "raise SystemExit(3)\n", "mine.py line 11: SystemExit: 3"),
        ("mine.py:f", "KNOBS = 3\n", "mine.py line 9: KNOBS must be a tuple of Number, Whole, Choice or Switch"),
        ("mine.py:f", "KNOBS = (*KNOBS, KNOBS[0])\n", "KNOBS has two knobs called daring"),
        ("mine.py:f", "KNOBS = KNOBS * 6\n", "KNOBS has 18 knobs; a file has at most 16"),
        ("mine.py:f", 'KNOBS = (Number("a.b", "", 0, "", 0, 1),)\n', "a knob is called 'a.b'"),
        ("mine.py:f", 'KNOBS = (Number("nerve", "", 7, "", 0, 1),)\n', "the knob nerve has the default 7"),
        ("mine.py:f", 'KNOBS = (Number("trust", "", 7, "", 0, 9),)\n', "the knob trust is built in and takes"),
        ("mine.py:f", "def f(state, seat):\n    return 1\n", "mine.py line 11: f takes state, seat; a policy takes"),
        (
            "mine.py:f",
            "def f(a, b, c, d):\n    a.black[b] |= 1\n    return 1",
            "mine.py line 12: it sets a.black[b]; a policy",
        ),
        (
            "mine.py:f",
            "@rule\ndef g(state):\n    state.day += 1\n",
            "mine.py line 13: it sets state.day; a policy only",
        ),
        ("mine.py:f", "def f(*all):\n    return 1\n", "mine.py line 11: f takes nothing; a policy takes"),
    ],
)
def test_what_is_no_policy_is_told(folder, balance, name, text, told):
    write(folder, text)
    said = balance(*seated(name))
    assert said.code == USAGE
    assert told in said.err
    assert said.err.count("\n") == 1


def test_an_error_beside_the_file_names_that_file(folder, balance):
    (folder / "helper.py").write_text("\n\nx = nothing\n")
    write(folder, "import helper\n")
    assert "helper.py line 3: NameError: name 'nothing' is not defined" in balance(*seated("mine.py:f")).err


@compiled_only
@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return 0.5", "it returns a value of type float64; a policy returns one of the options, a whole number"),
        ("return None", "it returns nothing"),
        (
            "s = state\n    s.living = 0\n    return 1",
            "mine.py line 23: mine.py:f cannot be compiled: it changes the state",
        ),
        ("r = state.role\n    r[seat] = 1\n    return 1", "cannot be compiled: it changes the state"),
        ("state.role.fill(1)\n    return 1", "cannot be compiled: it changes the state"),
        ("return set_it(state)", "mine.py:f cannot be compiled: it changes the state"),
        ("return lowest(state.livng)", "mine.py line 22: the state has no field 'livng'; did you mean 'living'?"),
        ("return helper(legal)", "helper is a plain function; write @rule (from kernels.jit) above its def"),
        ("return lowset(legal)", "name 'lowset' is not defined"),
        ("yield 1", "mine.py line 21: f must return one of the options, not yield or await"),
        ("with open('x') as file:\n        return 1", "mine.py line 21: mine.py:f cannot be compiled: The 'with"),
    ],
)
def test_what_cannot_be_compiled_is_told(folder, balance, body, told):
    helpers = "@rule\ndef set_it(st):\n    st.day = 1\n    return 1\n\n\ndef helper(x):\n    return x\n\n\n"
    write(folder, f"{helpers}def f(state, seat, decision, legal):\n    {body}\n")
    said = balance(*seated("mine.py:f"))
    assert said.code == USAGE
    assert told in said.err
    assert said.err.count("\n") == 1


GO_ON = "from kernels.streams import chance\nfrom kernels.werewolf.policies import play_as\n"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return seat", r"mine\.py line 13: mine\.py:f answered \d, which is none of its options"),
        (
            "return lowest(legal) if decision != ASK_LOOK else 63",
            r"answered 63, which is none .* asked to look on day 1",
        ),
        ("return -1", r"answered -1, which"),
        (
            "return lowest(legal) + 0 // (state.day - 2)",
            r"mine\.py line 14: ZeroDivisionError: .* asked to .* on day 2 of game 0, seed 1",
        ),
        ("return state.black[seat + 40]", r"mine\.py line 14: IndexError"),
        ("return play_as(state, seat, 2, decision, 0)", r"mine\.py line 14: ValueError: play_as was left no option"),
        (
            "return play_as(state, seat, 99, decision, legal)",
            r"line 14: ValueError: play_as was given no built-in policy",
        ),
        ("return play_as(state, seat + 1, 2, decision, legal)", r"line 14: ValueError: play_as was given another seat"),
        ("chance(state, 10**9)", r"mine\.py line 13: mine\.py:f drew from another stream than POLICY"),
        ("chance(state, 0)", r"mine\.py line 13: mine\.py:f drew from another stream than POLICY"),
        (
            "if decision == ASK_LOOK:\n        raise ValueError('oh no')",
            r"mine\.py line 15: ValueError: oh no \(seat \d, asked to",
        ),
    ],
)
def test_a_foul_is_told_with_everything_to_replay_it(folder, balance, body, told):
    write(folder, f"{GO_ON}def f(state, seat, decision, legal):\n    {body}\n    return lowest(legal)\n")
    said = balance(*seated("mine.py:f"))
    assert said.code == USAGE
    assert re.search(told, said.err), said.err
    assert re.search(r"of game \d+, seed 1", said.err)
    assert said.err.count("\n") == 1


def test_a_foul_late_in_a_run_is_told_by_its_game(folder, balance):
    """In game 23 of 40 only: the same game shows it again, alone."""
    write(folder, "def f(state, seat, decision, legal):\n    return 99 if state.game == 23 else lowest(legal)\n")
    assert "of game 23, seed 1" in balance(*seated("mine.py:f")).err
    words = ("replay", "werewolf", "players=6", "policy=blind", "policy.village=mine.py:f", "--game")
    assert balance(*words, 22).code == 0
    assert balance(*words, 23).code == USAGE


def test_a_run_that_never_began_is_in_nobodys_way(folder, balance):
    write(folder, "def f(state, seat, decision, legal):\n    return 99\n")
    assert balance(*seated("mine.py:f", "--out", "run")).code == USAGE
    write(folder, "def f(state, seat, decision, legal):\n    return lowest(legal)\n")
    assert balance(*seated("mine.py:f", "--out", "run")).code == 0


ENDLESS = """
def f(state, seat, decision, legal):
    turns = 0
    while legal:
        turns = (turns + 1) % 1000003
    return turns
"""


@compiled_only
@pytest.mark.parametrize(
    ("words", "times"),
    [
        (("sweep", "werewolf", "policy.village=mine.py:f"), 2),
        (("sweep", "werewolf", "policy.village=mine.py:f", "--dry-run"), 1),
        (("replay", "werewolf", "policy.village=mine.py:f", "--game", "1"), 1),
        (("show", "werewolf", "policies", "--check", "mine.py:f"), 1),
    ],
)
def test_one_that_never_answers_can_be_interrupted(folder, words, times):
    write(folder, ENDLESS)
    process = start(folder, *words)
    time.sleep(6)  # it compiles the policy first
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(1)
    process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED


def test_a_bundle_is_no_place_for_it(folder, balance):
    write(folder, LOWEST)
    said = balance("sweep", "werewolf", "policy=mine.py:first")
    assert said.code == USAGE
    assert "a policy is seated by policy.SEATS=mine.py:first" in said.err


# --- the check --------------------------------------------------------------------------------------------------

CHEATS = {
    "role": "for other in range(state.players):\n"
    "        if (legal >> other) & 1 and state.role[other] == 1:\n            return other\n    return lowest(legal)",
    "pack": "return lowest(preferred(legal, state.pack))",
    "roles of": "return nth(legal, count(state.pack & state.living) % count(legal))",
    "random numbers": "return nth(legal, int(state.stream[1] % 3) % count(legal))",
    "about to say": "return lowest(preferred(legal, state.to_black[0 if seat else 1]))",
    "how others play": "return nth(legal, state.policy[1 if seat == 0 else 0] % count(legal))",
    "how others play ": "return nth(legal, (state.play[1 if seat == 0 else 0] == state.play[seat]) % count(legal))",
    "has seen": "return nth(legal, state.knows_seers[1 if seat == 0 else 0] % count(legal))",
    "game before": "return nth(legal, state.game % count(legal))",
}


def check(balance, name="mine.py:f"):
    """The check of a policy."""
    return balance("show", "werewolf", "policies", "--check", name)


@compiled_only
@pytest.mark.parametrize("cheat", CHEATS)
def test_cheats_are_caught(folder, balance, cheat):
    write(folder, f"def f(state, seat, decision, legal):\n    {CHEATS[cheat]}\n")
    said = check(balance)
    assert said.code == 1
    told = r"mine\.py:f, asked to \w+ on day \d at seat \d+ \(\w+, with .*\), answered \d+, and \d+ w.*, which it "
    assert re.fullmatch(told + r"cannot know\.\n", said.out), said.out


@compiled_only
@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return seat", "which is none of its options"),
        ("return 1 // 0", "failed at mine.py line 12: ZeroDivisionError: "),
    ],
)
def test_fouls_are_caught(folder, balance, body, told):
    write(folder, f"def f(state, seat, decision, legal):\n    {body}\n")
    said = check(balance)
    assert said.code == 1
    assert told in said.out


@compiled_only
def test_the_honest_are_not_accused(folder, balance):
    write(
        folder,
        """
        def f(state, seat, decision, legal):
            known = state.knows[seat] + 3 * state.black[seat] + 5 * state.white[seat] + 7 * state.living + state.day
            known += state.role[seat] + state.claimed + 11 * state.claims.sum() + state.by_mood[0]
            known += state.to_black[seat]
            if state.knows[seat]:
                known += count(state.pack & state.living)
            return nth(legal, known % count(legal))
        """,
    )
    said = check(balance)
    assert (said.code, said.out[:18]) == (0, "mine.py:f answered"), said.out
    assert said.out.endswith("questions; it read nothing that its seat cannot know.\n")
    assert balance("show", "werewolf", "policies", "--check", "mine.py:f", "--json").json["fault"] == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("show", "werewolf", "--check", "mine.py:first"), "balance show werewolf policies --check mine.py:first"),
        (("show", "werewolf", "policies", "--check", "quiet"), "takes a policy of your own"),
        (("show", "werewolf", "policies", "--check", "mine.py:frist"), "did you mean 'first'?"),
    ],
)
def test_the_check_says_what_it_takes(folder, balance, words, told):
    write(folder, LOWEST)
    said = balance(*words)
    assert said.code == USAGE
    assert told in said.err


# --- the README's example ---------------------------------------------------------------------------------------


@compiled_only
def test_the_readmes_example_works(folder, balance):
    section = README.read_text().split("\n## Your own policy\n")[1].split("\n## ")[0]
    (folder / "my_policies.py").write_text(dedent(section.split("`my_policies.py`:\n")[1].split("    $ ")[0]))
    commands = re.findall(r"^    \$ balance (.*)$", section, re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        words = command.replace('"', "").split()
        said = balance(*words, *(() if "--check" in words else ("--games", 500)))
        assert said.code == 0, said.err
        assert "--check" not in words or "it read nothing that its seat cannot know." in said.out


@compiled_only
@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc", "*.compiled"])
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_what_was_compiled_and_damaged_is_compiled_anew(folder, balance, monkeypatch, kind, damage):
    monkeypatch.setattr(cache, "folder", lambda: folder / "cache")
    (folder / "cache").mkdir()
    sound.load("werewolf", lambda place: (place / "rules.nbi").touch())  # those of the game are loaded already
    monkeypatch.setattr(own, "_addresses", {})
    write(folder, LOWEST)
    words = ("replay", "werewolf", "players=5", "policy.all=mine.py:first")
    before = balance(*words)
    (path,) = (folder / "cache/own").rglob(kind)
    path.write_bytes(damage(path.read_bytes()))
    own._addresses.clear()
    said = balance(*words)
    assert said.err == "What was compiled of mine.py:first was damaged: compiling it anew ...\n"
    assert (said.code, said.out) == (0, before.out)
    own._addresses.clear()
    assert balance(*words).err == ""


@compiled_only
@pytest.mark.parametrize(
    "words",
    [
        ("sweep", "werewolf", "players=5", "policy.all=mine.py:first", "--games", "100"),
        ("sweep", "werewolf", "players=5", "policy.all=mine.py:first", "--dry-run"),
        ("compare", "run", "run", "--paired", "--games", "100"),
        ("show", "werewolf", "policies", "--check", "mine.py:first"),
        ("bless", "werewolf", "players=5", "policy.all=mine.py:first", "--games", "100", "-o", "more.json"),
        ("check", "base.json"),
        ("bench", "werewolf", "players=5", "policy.all=mine.py:first", "--seconds", "0.05", "--no-starts"),
    ],
    ids=" ".join,
)
def test_every_command_says_that_it_compiles(folder, balance, monkeypatch, words):
    seat = ("werewolf", "players=5", "policy.all=mine.py:first", "--games", "100")
    write(folder, LOWEST)
    balance("sweep", *seat, "--out", "run")
    balance("bless", *seat, "-o", "base.json")
    monkeypatch.setattr(cache, "folder", lambda: folder / "cache")
    (folder / "cache").mkdir()
    monkeypatch.setattr(own, "_addresses", {})
    said = balance(*words)
    assert said.err.count("Compiling mine.py:first: once for each change of its file ...") == 1
