"""Chapter numbers as people write them."""

from schemas.errors import SettingInvalid


def chapter_orders(written: str) -> tuple[int, ...]:
    """Orders from "1,3-5"; none for an empty text, which means all. Raises SettingInvalid."""
    if not written.strip():
        return ()
    orders: set[int] = set()
    for part in written.split(","):
        first, dash, last = part.strip().partition("-")
        try:
            low, high = int(first), int(last) if dash else int(first)
        except ValueError:
            low, high = 0, 0
        if not 1 <= low <= high <= 100_000:
            raise SettingInvalid(f"Chapters are wanted as numbers and ranges such as 1,3-5, not {written!r}.")
        orders.update(range(low, high + 1))
    return tuple(sorted(orders))
