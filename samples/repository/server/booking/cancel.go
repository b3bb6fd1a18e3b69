package booking

import (
	"context"
	"time"
)

// refundShare says how much of the price a skipper gets back: everything up to seven days before arrival, half up to
// two days before, nothing later. Storm warnings of force eight or more give everything back at any time.
func refundShare(arrival, now time.Time, stormForce int) float64 {
	if stormForce >= 8 {
		return 1
	}
	switch left := arrival.Sub(now); {
	case left >= 7*24*time.Hour:
		return 1
	case left >= 48*time.Hour:
		return 0.5
	default:
		return 0
	}
}

// Cancel gives the berth back and refunds what is due.
func (s *Service) Cancel(ctx context.Context, id string) (Refund, error) {
	booking, err := s.store.Booking(ctx, id)
	if err != nil {
		return Refund{}, err
	}
	force, err := s.weather.ForecastForce(ctx, booking.From)
	if err != nil {
		// A broken forecast must not cost anybody money.
		force = 0
	}
	share := refundShare(booking.From, s.now(), force)
	amount := booking.Price.Times(share)
	if err := s.store.MarkCancelled(ctx, id, s.now()); err != nil {
		return Refund{}, err
	}
	return s.payments.RefundAmount(ctx, booking.Payment, amount)
}
