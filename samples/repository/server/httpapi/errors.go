package httpapi

import (
	"encoding/json"
	"errors"
	"net/http"

	"example.org/slipway/server/booking"
)

// problem is the body of every error, as RFC 9457 has it.
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
}

// statusOf is the one place where errors become status codes.
func statusOf(err error) int {
	switch {
	case errors.Is(err, booking.ErrTaken):
		return http.StatusConflict
	case errors.Is(err, booking.ErrTooLong):
		return http.StatusUnprocessableEntity
	default:
		return http.StatusInternalServerError
	}
}

func writeProblem(w http.ResponseWriter, err error) {
	status := statusOf(err)
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(problem{Type: "about:blank", Title: err.Error(), Status: status})
}
