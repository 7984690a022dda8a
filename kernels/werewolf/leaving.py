"""Going home: what happens to whoever leaves, whichever the way."""

from kernels.bits import one
from kernels.jit import rule
from kernels.transcript import note
from kernels.werewolf.events import HOME, REVEALED
from kernels.werewolf.state import WITH_WEREWOLVES, codes

UNSEEN, SHOWS_SIDE, SHOWS_ROLE = codes("reveal", "none", "side", "role")


@rule
def go_home(state, seat, way, log):
    """`seat` goes home by `way`; what is told of it is told by the `reveal` switch."""
    state.living &= ~one(seat)
    note(log, HOME, seat, way)
    if state.reveal == SHOWS_ROLE:
        note(log, REVEALED, seat, state.role[seat])
    elif state.reveal == SHOWS_SIDE:
        note(log, REVEALED, seat, WITH_WEREWOLVES[state.role[seat]])
