package httpapi

import (
	"net/http"
	"sync"
	"time"
)

// A bucket holds tokens; each request takes one, and they come back with time.
type bucket struct {
	tokens float64
	last   time.Time
}

// Limiter is a token bucket for each address: bursts of 20, five requests per second after that.
type Limiter struct {
	mu      sync.Mutex
	buckets map[string]*bucket
	now     func() time.Time
}

const (
	burst     = 20
	perSecond = 5
)

// Allow takes a token and says whether there was one.
func (l *Limiter) Allow(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	b := l.buckets[address]
	if b == nil {
		b = &bucket{tokens: burst, last: now}
		l.buckets[address] = b
	}
	b.tokens = min(burst, b.tokens+now.Sub(b.last).Seconds()*perSecond)
	b.last = now
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

// Middleware answers 429 with Retry-After to those who ask too often. Health checks are not counted.
func (l *Limiter) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" && !l.Allow(clientAddress(r)) {
			w.Header().Set("Retry-After", "1")
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}
