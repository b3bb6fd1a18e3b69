"""Forgets what we may not keep."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

# Names and phone numbers of guests go two years after their last stay; invoices must stay for seven.
PERSONAL_DATA = timedelta(days=730)
INVOICES = timedelta(days=7 * 365)
LOGS = timedelta(days=30)


def anonymise(store, now: datetime | None = None) -> int:
    """Replaces personal data of guests who have not been here for two years by a token; their bookings stay countable."""
    moment = now or datetime.now(timezone.utc)
    guests = store.guests_last_seen_before(moment - PERSONAL_DATA)
    for guest in guests:
        store.replace_person(guest.id, name="guest", phone=None, email=None)
    return len(guests)
