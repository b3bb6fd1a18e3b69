package httpapi

import "net/http"

// Routes of the public API. Everything below /office wants a signed-in member of staff.
func (a *API) Routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", a.health)
	mux.HandleFunc("GET /v1/berths", a.findBerths)
	mux.HandleFunc("POST /v1/holds", a.placeHold)
	mux.HandleFunc("POST /v1/holds/{id}/confirm", a.confirm)
	mux.HandleFunc("DELETE /v1/bookings/{id}", a.cancel)
	mux.HandleFunc("GET /v1/tides", a.tides)
	mux.Handle("POST /v1/webhooks/quaypay", a.webhook)
	mux.Handle("/office/", a.staffOnly(a.office))
	return a.recoverPanics(a.logRequests(a.limiter.Middleware(mux)))
}
