package notify

import "text/template"

// Mails in the three languages of the marina's guests; an unknown language gets English.
var cancelled = map[string]*template.Template{
	"en": template.Must(template.New("en").Parse("Hello {{.Name}},\n\nyour stay from {{.From}} is cancelled. You get {{.Refund}} back within five working days.\n")),
	"fr": template.Must(template.New("fr").Parse("Bonjour {{.Name}},\n\nvotre séjour du {{.From}} est annulé. Vous serez remboursé de {{.Refund}} sous cinq jours ouvrés.\n")),
	"nl": template.Must(template.New("nl").Parse("Hallo {{.Name}},\n\nuw verblijf vanaf {{.From}} is geannuleerd. U krijgt {{.Refund}} binnen vijf werkdagen terug.\n")),
}

// templateFor falls back to English.
func templateFor(language string) *template.Template {
	if found, ok := cancelled[language]; ok {
		return found
	}
	return cancelled["en"]
}
