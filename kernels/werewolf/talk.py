"""Talk: by day before the vote, all together and then one by one; the tied before a run-off (ruling D7).

Whoever has claimed nothing may claim a village role in play; who claims Seer or Medium reports results. What is said
is public (`kernels/village/talk.py`), and so is which claims break.
"""

from kernels.bits import count, lowest, one, without_lowest
from kernels.jit import rule
from kernels.transcript import note
from kernels.village.talk import (
    ANSWERING,
    CLAIMING,
    DEFENDING,
    SILENCE,
    make_claim,
    make_reports,
    only_rival,
    reckon,
    standing,
    take_report,
    unreported,
)
from kernels.werewolf.asking import ASK_ANSWER, ASK_CLAIM, ASK_DEFEND, ASK_REPORT
from kernels.werewolf.events import BLACK, BROKEN, BY_MEDIUM, BY_RIVAL, BY_SHOWING, CLAIM, WHITE
from kernels.werewolf.leaving import SHOWS_SIDE
from kernels.werewolf.policies import choose
from kernels.werewolf.roles import MEDIUM, SEER
from kernels.werewolf.state import MEDIUM_READS, SEER_READS, WITH_WEREWOLVES


@rule
def talk(state, log):
    """The day's talk, up to the vote."""
    if state.talks:
        speak_together(state, ASK_CLAIM, state.speakers[CLAIMING], log)
        answer_in_turn(state, log)


@rule
def defend(state, tied, log):
    """The tied speak before the run-off, together."""
    if state.talks:
        speak_together(state, ASK_DEFEND, state.speakers[DEFENDING] & tied, log)


@rule
def speak_together(state, decision, speakers, log):
    """Those of `speakers` here who have claimed nothing may claim, claimants report; it is all heard at once."""
    claiming = ask_claims(state, decision, speakers & state.living & ~state.claimed)
    reporters = (state.claims[SEER] | state.claims[MEDIUM]) & state.living if decision == ASK_CLAIM else claiming & 0
    reporting = ask_reports(state, reporters | readers_among(state, claiming))
    if claiming | reporting:
        publish(state, claiming, reporting, log)


@rule
def answer_in_turn(state, log):
    """Who has claimed nothing may answer, one by one: allies, the pack, everyone else; each is heard at once."""
    speakers = state.speakers[ANSWERING] & state.living & ~state.claimed
    if not speakers:
        return
    allies = state.with_werewolves & ~state.pack
    for side in (allies, state.pack, ~state.with_werewolves):
        seats = speakers & side
        while seats:
            speak_together(state, ASK_ANSWER, one(lowest(seats)), log)
            seats = without_lowest(seats)


@rule
def ask_claims(state, decision, seats):
    """Who of `seats` is about to claim a role; which one is in `to_claim`."""
    claiming = seats & 0
    while seats:
        seat = lowest(seats)
        role = choose(state, seat, decision, state.claimable)
        if role != SILENCE:
            state.to_claim[seat] = role
            claiming |= one(seat)
        seats = without_lowest(seats)
    return claiming


@rule
def readers_among(state, claiming):
    """Those of `claiming` whose role reads people, so that they have results to report."""
    readers = claiming & 0
    while claiming:
        seat = lowest(claiming)
        if state.to_claim[seat] in (SEER, MEDIUM):
            readers |= one(seat)
        claiming = without_lowest(claiming)
    return readers


@rule
def ask_reports(state, seats):
    """Who of `seats` is about to report anything; each goes on until it is silent."""
    reporting = seats & 0
    while seats:
        seat = lowest(seats)
        state.to_black[seat] = 0
        state.to_white[seat] = 0
        while True:
            option = choose(state, seat, ASK_REPORT, unreported(state, seat))
            if option == SILENCE:
                break
            take_report(state, seat, option)
            reporting |= one(seat)
        seats = without_lowest(seats)
    return reporting


@rule
def publish(state, claiming, reporting, log):
    """Let everyone hear the claims, then the reports; then see what they contradict."""
    while claiming:
        seat = lowest(claiming)
        make_claim(state, seat, state.to_claim[seat])
        note(log, CLAIM, seat, state.claim[seat])
        claiming = without_lowest(claiming)
    while reporting:
        seat = lowest(reporting)
        make_reports(state, seat)
        note_each(log, WHITE, seat, state.to_white[seat])
        note_each(log, BLACK, seat, state.to_black[seat])
        reporting = without_lowest(reporting)
    break_all(state, contradicted_by_medium(state), BY_MEDIUM, log)
    reckon(state)


@rule
def note_each(log, event, seat, targets):
    """Note an event for each of `targets`."""
    while targets:
        note(log, event, seat, lowest(targets))
        targets = without_lowest(targets)


@rule
def break_all(state, seats, reason, log):
    """Let the standing claims of `seats` break."""
    seats &= state.claimed & ~state.broken
    state.broken |= seats
    while seats:
        note(log, BROKEN, lowest(seats), reason)
        seats = without_lowest(seats)


@rule
def contradicted_by_medium(state):
    """The Seers whom the only standing Medium contradicts, where no role in play explains it."""
    contradicted = state.claimed & 0
    medium = standing(state, MEDIUM)
    if count(medium) != 1 or state.readings_differ:
        return contradicted
    black, white = state.says_black[lowest(medium)], state.says_white[lowest(medium)]
    seers = standing(state, SEER)
    while seers:
        seer = lowest(seers)
        if (state.says_black[seer] & white) | (state.says_white[seer] & black):
            contradicted |= one(seer)
        seers = without_lowest(seers)
    return contradicted


@rule
def hear_who_left(state, gone, log):
    """See what claims break by what everyone is shown of `gone`, a set that has just gone home."""
    while gone:
        seat = lowest(gone)
        break_all(state, contradicted_by_showing(state, seat), BY_SHOWING, log)
        gone = without_lowest(gone)
    reckon(state)


@rule
def hear_who_is_missing(state, log):
    """In the morning: the only rival of whoever left overnight has lied, if only the pack sends people home then."""
    missing = state.at_dusk & ~state.living & state.claimed & ~state.broken
    if missing:
        while missing:
            break_all(state, only_rival(state, lowest(missing)), BY_RIVAL, log)
            missing = without_lowest(missing)
        reckon(state)


@rule
def contradicted_by_showing(state, shown):
    """Those whose claim or report cannot be true, now that everyone is shown what `shown` was, or on which side."""
    if state.reveal == SHOWS_SIDE:
        return contradicted_by_side(state, shown)
    role = state.role[shown]
    gone = state.holders[role] & ~state.living
    contradicted = one(shown) & state.claimed & ~state.claims[role]
    if count(gone) == state.count[role]:
        contradicted |= state.claims[role] & ~gone
    contradicted |= misreporting(state, state.claims[SEER], shown, SEER_READS[role])
    return contradicted | misreporting(state, state.claims[MEDIUM], shown, MEDIUM_READS[role])


@rule
def contradicted_by_side(state, shown):
    """The same where the side alone is shown: village roles are claimed, and a reading follows the side or misleads."""
    of_werewolves = WITH_WEREWOLVES[state.role[shown]]
    contradicted = one(shown) & state.claimed if of_werewolves else state.claimed & 0
    if not state.sides_mislead[1 - of_werewolves]:
        contradicted |= misreporting(state, state.claims[SEER] | state.claims[MEDIUM], shown, of_werewolves)
    return contradicted


@rule
def misreporting(state, claimants, seat, reading):
    """Those of `claimants` who report of `seat` the opposite of `reading`."""
    wrong = claimants & 0
    while claimants:
        claimant = lowest(claimants)
        if (state.says_white[claimant] if reading else state.says_black[claimant]) & one(seat):
            wrong |= one(claimant)
        claimants = without_lowest(claimants)
    return wrong
