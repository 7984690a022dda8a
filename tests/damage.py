"""Files as a failing disk or a broken copy leaves them."""

from collections.abc import Callable

Damage = Callable[[bytes], bytes]


def flipped(share: float) -> Damage:
    """One bit changed, at so much of the whole."""

    def damage(content: bytes) -> bytes:
        at = min(len(content) - 1, int(share * len(content)))
        return content[:at] + bytes([content[at] ^ 0x04]) + content[at + 1 :]

    return damage


DAMAGES: dict[str, Damage] = {
    "empty": lambda _: b"",
    "50 bytes": lambda content: content[:50],
    "half": lambda content: content[: len(content) // 2],
    "first byte": flipped(0.0),
    "a byte early on": flipped(0.2),
    "a byte in the middle": flipped(0.5),
    "a byte late": flipped(0.8),
    "last byte": flipped(1.0),
}
"""What is called so -> what it makes of a file's content."""
