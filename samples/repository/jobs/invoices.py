"""Makes the invoices of yesterday's departures and hands them to the bookkeeping."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

VAT = Decimal("0.09")


@dataclass(frozen=True)
class Line:
    text: str
    cents: int


def number_for(day: date, count: int) -> str:
    """Invoice numbers have no gaps within a year, the tax office insists: 2026-000123."""
    return f"{day.year}-{count:06d}"


def vat_in(cents: int) -> int:
    """The tax contained in a gross amount, rounded half up to a whole cent."""
    net = Decimal(cents) / (1 + VAT)
    return cents - int(net.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def run(store, today: date) -> int:
    """Invoices everybody who left yesterday. Running it twice makes nothing twice: a booking has one invoice."""
    made = 0
    for booking in store.departed(today - timedelta(days=1)):
        if store.has_invoice(booking.id):
            continue
        lines = [Line(f"Berth {booking.berth}, {booking.nights} nights", booking.cents)]
        if booking.kilowatt_hours:
            lines.append(Line("Electricity", booking.kilowatt_hours * 38))
        with store.transaction():
            count = store.next_invoice_count(today.year)
            store.insert_invoice(number_for(today, count), booking.id, lines)
        made += 1
    return made
