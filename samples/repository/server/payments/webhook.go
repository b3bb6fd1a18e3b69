package payments

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrForged says that a notification does not come from the payment provider.
var ErrForged = errors.New("signature does not match")

// maxAge is how old a notification may be: later ones may be replayed by somebody who recorded them.
const maxAge = 5 * time.Minute

// Verify checks the header "t=<unix>,v1=<hex>" against the body with the shared secret. The comparison takes the same
// time whatever the signature, so that nobody can guess it byte by byte.
func Verify(body []byte, header, secret string, now time.Time) error {
	var stamp, given string
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "t":
			stamp = value
		case "v1":
			given = value
		}
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > maxAge {
		return ErrForged
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(stamp + "." + string(body)))
	want := hex.EncodeToString(mac.Sum(nil))
	if !hmac.Equal([]byte(want), []byte(given)) {
		return ErrForged
	}
	return nil
}

// ServeHTTP takes a notification. The same one may come several times: its id is stored, and a second one is answered
// with 200 and otherwise ignored.
func (h *Webhook) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<10))
	if err != nil || Verify(body, r.Header.Get("Quay-Signature"), h.secret, h.now()) != nil {
		http.Error(w, "bad signature", http.StatusUnauthorized)
		return
	}
	if h.seen.Add(r.Context(), eventID(body)) {
		h.apply(r.Context(), body)
	}
	w.WriteHeader(http.StatusOK)
}
