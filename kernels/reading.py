"""A record that compiled functions can read but not change: what a designer's own policy is handed.

To Numba it is a record type of its own, at the same place in memory: whatever would write to it is not compiled, by
whichever name it goes, and costs nothing while games are played.
"""

from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_setattr_generic
from numba.extending import models, register_model

CHANGES = "it changes the state"


class Frozen(types.NestedArray):  # type: ignore[misc]
    """An array in a record that may only be read."""

    def __init__(self, array: Any) -> None:
        super().__init__(array.dtype, array.shape)
        self.mutable = False
        self.name: str = f"frozen {self.name}"

    @property
    def key(self) -> Any:
        """What tells it from other types."""
        return "frozen", self.dtype, self.shape


class Reading(types.Record):  # type: ignore[misc]
    """A record that may only be read, but for the arrays named in `writable`."""

    def __init__(self, record: Any, writable: tuple[str, ...]) -> None:
        fields = [(name, vars_of(field, name in writable)) for name, field in record.fields.items()]
        super().__init__(fields, record.size, record.aligned)
        self.name: str = f"reading {self.name}"


def vars_of(field: Any, writable: bool) -> dict[str, Any]:
    """A record's field as its type is made of it, an array frozen unless it is `writable`."""
    kind = field.type
    frozen = isinstance(kind, types.NestedArray) and not writable
    return {**field._asdict(), "type": Frozen(kind) if frozen else kind}


register_model(Frozen)(models.NestedArrayModel)
register_model(Reading)(models.RecordModel)


@lower_setattr_generic(Reading)  # type: ignore[untyped-decorator]
def _refuse(_context: Any, _builder: Any, _signature: Any, _given: Any, _name: str) -> Any:
    raise TypingError(CHANGES)
