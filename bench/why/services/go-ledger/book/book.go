// Package book keeps entries of accounts.
package book

import (
	"fmt"
	"math"
	"strings"
)

type entry struct {
	account int
	amount  float64
}

const accounts = 200

var entries = makeEntries()

func makeEntries() []entry {
	all := make([]entry, 8000)
	for i := range all {
		all[i] = entry{account: i * 7919 % accounts, amount: float64(i % 1000)}
	}
	return all
}

// SumBalances adds up the entries of each account.
func SumBalances() []float64 {
	sums := make([]float64, accounts)
	for _, each := range entries {
		sums[each.account] += each.amount
	}
	return sums
}

// CheckTotals makes a sum of all balances.
func CheckTotals(balances []float64) float64 {
	total := 0.0
	for round := 1; round < 200; round++ {
		for _, balance := range balances {
			total += math.Sqrt(balance / float64(round))
		}
	}
	return total
}

// FormatLines writes one line for each balance.
func FormatLines(balances []float64) string {
	var text strings.Builder
	for account, balance := range balances {
		fmt.Fprintf(&text, "%d: %.2f\n", account, balance)
	}
	return text.String()
}
