package berths

import (
	"context"
	"sort"
	"time"
)

// Query is what somebody looks for.
type Query struct {
	Length, Beam, Draft float64
	From, To            time.Time
	NeedsPower          bool
}

// Margin is the room left at each end of a boat, metres.
const Margin = 0.25

// Find gives the free berths that fit, the tightest fit first so that long berths stay free for long boats.
func (f *Finder) Find(ctx context.Context, q Query) ([]Berth, error) {
	free, err := f.store.FreeBetween(ctx, q.From, q.To)
	if err != nil {
		return nil, err
	}
	fitting := free[:0]
	for _, b := range free {
		if b.Length < q.Length+2*Margin || b.Width < q.Beam+0.6 {
			continue
		}
		if q.NeedsPower && !b.HasPower {
			continue
		}
		// At low water the keel must not touch.
		if b.DepthAtLowWater < q.Draft+0.3 {
			continue
		}
		fitting = append(fitting, b)
	}
	sort.Slice(fitting, func(i, j int) bool { return fitting[i].Length < fitting[j].Length })
	return fitting, nil
}
