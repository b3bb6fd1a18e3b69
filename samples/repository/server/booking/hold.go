package booking

import (
	"context"
	"errors"
	"time"
)

// HoldFor is how long a berth stays reserved while its skipper pays.
const HoldFor = 10 * time.Minute

var (
	// ErrTaken says that somebody else has the berth on one of the nights.
	ErrTaken = errors.New("berth is taken")
	// ErrTooLong says that the boat does not fit.
	ErrTooLong = errors.New("boat is longer than the berth")
)

// Hold keeps a berth for a short while.
type Hold struct {
	ID       string
	Berth    string
	Skipper  string
	From, To time.Time
	Expires  time.Time
}

// PlaceHold reserves the berth for the nights from one day to another. The check for other bookings and the new row
// are one serializable transaction: two people who press the button in the same second cannot both get the berth.
func (s *Service) PlaceHold(ctx context.Context, req Request) (Hold, error) {
	berth, err := s.berths.Get(ctx, req.Berth)
	if err != nil {
		return Hold{}, err
	}
	if req.BoatLength > berth.Length-0.5 {
		return Hold{}, ErrTooLong
	}
	hold := Hold{
		ID:      s.newID(),
		Berth:   req.Berth,
		Skipper: req.Skipper,
		From:    req.From,
		To:      req.To,
		Expires: s.now().Add(HoldFor),
	}
	err = s.inTransaction(ctx, func(tx Tx) error {
		busy, err := tx.AnyBetween(ctx, req.Berth, req.From, req.To)
		if err != nil {
			return err
		}
		if busy {
			return ErrTaken
		}
		return tx.InsertHold(ctx, hold)
	})
	return hold, err
}

// DropExpired deletes holds whose time has run out. It runs every thirty seconds.
func (s *Service) DropExpired(ctx context.Context) (int, error) {
	return s.store.DeleteHoldsBefore(ctx, s.now())
}
