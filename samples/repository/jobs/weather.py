"""Reads the sea forecast and warns guests of storms."""

from __future__ import annotations

import re

# "Southwest 7 to severe gale 9" -> 9
FORCE = re.compile(r"\b(\d{1,2})\b")


def strongest_wind(text: str) -> int:
    """The highest Beaufort number in a forecast of the met office; 0 when it names none."""
    return max((int(n) for n in FORCE.findall(text) if int(n) <= 12), default=0)


def warn(store, notifier, text: str, hours: int = 24) -> int:
    """Texts everybody who arrives within a day when force eight or more is forecast: they may cancel for free."""
    force = strongest_wind(text)
    if force < 8:
        return 0
    arriving = store.arriving_within(hours)
    for booking in arriving:
        notifier.storm(booking.contact, force)
    return len(arriving)
