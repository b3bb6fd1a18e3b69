"""Guesses how full the marina will be, for the rota of the harbour office."""

from __future__ import annotations

import statistics
from datetime import date, timedelta


def same_weekday(history: dict[date, int], day: date, years: int = 3) -> list[int]:
    """Occupied berths on the same weekday of the same week in the years before."""
    found = []
    for back in range(1, years + 1):
        then = day - timedelta(weeks=52 * back)
        if then in history:
            found.append(history[then])
    return found


def occupancy(history: dict[date, int], booked: int, day: date, berths: int = 84) -> int:
    """The larger of what is booked already and a weighted mean of the past, never above the number of berths.

    The newest year counts twice. With no history at all it is what is booked.
    """
    past = same_weekday(history, day)
    if not past:
        return min(berths, booked)
    weighted = statistics.fmean([past[0], *past])
    return min(berths, max(booked, round(weighted)))


def staff_needed(occupied: int) -> int:
    """One person for every thirty boats, two at least from Friday to Sunday."""
    return max(1, -(-occupied // 30))
