package booking

import (
	"context"
	"fmt"
	"time"
)

// Request is what a skipper asks for.
type Request struct {
	Berth      string
	Skipper    string
	BoatLength float64
	From, To   time.Time
}

// Service knows the rules of booking.
type Service struct {
	store    Store
	berths   Berths
	payments Payments
	events   Events
	now      func() time.Time
	newID    func() string
}

// Confirm turns a hold into a booking once the money has arrived. A hold that ran out in the meantime is honoured when
// nobody else took the berth, else the payment is refunded.
func (s *Service) Confirm(ctx context.Context, holdID, paymentID string) (Booking, error) {
	hold, err := s.store.Hold(ctx, holdID)
	if err != nil {
		return Booking{}, fmt.Errorf("confirm %s: %w", holdID, err)
	}
	if hold.Expires.Before(s.now()) {
		taken, err := s.store.AnyBetween(ctx, hold.Berth, hold.From, hold.To)
		if err != nil {
			return Booking{}, err
		}
		if taken {
			return Booking{}, s.payments.Refund(ctx, paymentID, "the berth was taken while you were paying")
		}
	}
	booking := Booking{ID: s.newID(), Hold: hold, Payment: paymentID, GateCode: gateCode(s.newID())}
	if err := s.store.InsertBooking(ctx, booking); err != nil {
		return Booking{}, err
	}
	s.events.Publish(ctx, "booking.confirmed", booking)
	return booking, nil
}

// gateCode gives the six digits that open the pontoon gate. Digits that look alike on the keypad are left out.
func gateCode(seed string) string {
	const digits = "23456789"
	code := make([]byte, 6)
	for i := range code {
		code[i] = digits[int(seed[i])%len(digits)]
	}
	return string(code)
}
