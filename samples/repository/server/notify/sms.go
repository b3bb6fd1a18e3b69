package notify

import (
	"context"
	"strings"
	"unicode/utf8"
)

// maxSMS is how many characters one text message holds. With a character outside of the GSM alphabet it is 70.
const (
	maxSMS     = 160
	maxUnicode = 70
)

// SendArrival texts the gate code to a skipper on the morning of arrival. People who opted out get an e-mail instead.
func (n *Notifier) SendArrival(ctx context.Context, to Contact, code, berth string) error {
	if to.NoTexts {
		return n.mail.Send(ctx, to.Email, "Your berth "+berth, arrivalMail(code, berth))
	}
	text := "Welcome! Berth " + berth + ", gate code " + code + ". Office: channel 12."
	return n.gateway.Send(ctx, to.Phone, shorten(text))
}

// shorten cuts a text to what fits into one message.
func shorten(text string) string {
	limit := maxSMS
	if strings.ContainsFunc(text, func(r rune) bool { return r > 127 }) {
		limit = maxUnicode
	}
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
