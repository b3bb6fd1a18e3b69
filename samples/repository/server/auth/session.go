package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"time"
)

// Lifetimes of a sign-in. Staff are signed out after a day on a shared tablet; skippers stay signed in for a month.
const (
	staffFor   = 24 * time.Hour
	skipperFor = 30 * 24 * time.Hour
)

// Open starts a session and puts its token into a cookie. The database holds a hash only, so that a stolen backup opens
// no session.
func (s *Sessions) Open(ctx context.Context, w http.ResponseWriter, user User) error {
	raw := make([]byte, 32)
	if _, err := rand.Read(raw); err != nil {
		return err
	}
	token := base64.RawURLEncoding.EncodeToString(raw)
	life := skipperFor
	if user.IsStaff {
		life = staffFor
	}
	sum := sha256.Sum256([]byte(token))
	if err := s.store.Insert(ctx, sum[:], user.ID, s.now().Add(life)); err != nil {
		return err
	}
	http.SetCookie(w, &http.Cookie{
		Name: "slipway", Value: token, Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, Secure: true, SameSite: http.SameSiteLaxMode,
	})
	return nil
}

// CloseAll signs a user out everywhere: after a new password, or when a tablet was lost.
func (s *Sessions) CloseAll(ctx context.Context, userID string) error {
	return s.store.DeleteOf(ctx, userID)
}
