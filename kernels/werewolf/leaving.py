"""Going home: what happens to whoever leaves, whichever the way."""

from kernels.bits import one
from kernels.jit import rule
from kernels.transcript import note
from kernels.werewolf.events import HOME, ROLE_SHOWN, SIDE_SHOWN
from kernels.werewolf.journal import note_leaving
from kernels.werewolf.state import WITH_WEREWOLVES, codes

UNSEEN, SHOWS_SIDE, SHOWS_ROLE = codes("reveal", "none", "side", "role")


@rule
def go_home(state, seat, way, log):
    """`seat` goes home by `way`; what is told of it is told by the `reveal` switch."""
    state.living &= ~one(seat)
    note_leaving(state, seat)
    note(log, HOME, seat, way)
    if state.reveal == SHOWS_ROLE:
        note(log, ROLE_SHOWN, seat, state.role[seat])
    elif state.reveal == SHOWS_SIDE:
        note(log, SIDE_SHOWN, seat, WITH_WEREWOLVES[state.role[seat]])
