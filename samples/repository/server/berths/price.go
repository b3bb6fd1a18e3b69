package berths

import "time"

// Cents is an amount of money. Floats are never used for it.
type Cents int64

// season multiplies the price: the weeks of the regatta cost most.
func season(day time.Time) int64 {
	switch day.Month() {
	case time.July, time.August:
		return 160
	case time.May, time.June, time.September:
		return 120
	default:
		return 100
	}
}

// NightPrice is what one night costs: a base for each started metre of the boat, times the season, plus power. Stays of
// seven nights or more get the weekly discount of fifteen percent.
func NightPrice(length float64, day time.Time, power bool, nights int) Cents {
	metres := int64(length)
	if float64(metres) < length {
		metres++
	}
	price := metres * 210 * season(day) / 100
	if power {
		price += 450
	}
	if nights >= 7 {
		price = price * 85 / 100
	}
	return Cents(price)
}
