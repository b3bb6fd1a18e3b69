package payments

import (
	"context"
	"fmt"
	"time"
)

// attempts and first say how often, and after which pause, a refund is tried again. The pause doubles each time.
const (
	attempts = 5
	first    = 2 * time.Second
)

// RefundAmount sends money back. The idempotency key is the booking's, so that a retry after a timeout cannot pay twice.
func (c *Client) RefundAmount(ctx context.Context, payment string, amount Cents) (Refund, error) {
	var last error
	wait := first
	for i := 0; i < attempts; i++ {
		refund, err := c.post(ctx, "/refunds", payment, amount)
		if err == nil {
			return refund, nil
		}
		if !isTemporary(err) {
			return Refund{}, err
		}
		last = err
		select {
		case <-ctx.Done():
			return Refund{}, ctx.Err()
		case <-c.after(wait):
		}
		wait *= 2
	}
	return Refund{}, fmt.Errorf("refund of %s given up after %d attempts: %w", payment, attempts, last)
}
