package main

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Posting moves an amount of an asset from one account to another. Every account may go below zero.
type Posting struct {
	Source      string `json:"source"`
	Destination string `json:"destination"`
	Asset       string `json:"asset"`
	Amount      int64  `json:"amount"`
}

// Transaction is some postings that are booked together or not at all.
type Transaction struct {
	ID        int64             `json:"id"`
	Postings  []Posting         `json:"postings"`
	Metadata  map[string]string `json:"metadata"`
	Effective time.Time         `json:"effective"` // now, unless given
}

// Move is one side of a posting.
type Move struct {
	Account, Asset string
	Input, Output  int64
}

var address = regexp.MustCompile(`^[a-z0-9_-]{1,64}(:[a-z0-9_-]{1,64}){0,7}$`)

// Rejected says what is wrong with a transaction.
type Rejected struct{ error }

func (t Transaction) validate() error {
	if len(t.Postings) == 0 {
		return Rejected{errors.New("expected postings")}
	}
	for _, p := range t.Postings {
		if !address.MatchString(p.Source) || !address.MatchString(p.Destination) || p.Asset == "" || p.Amount <= 0 {
			return Rejected{errors.New("expected addresses such as world or users:42, an asset and an amount")}
		}
	}
	return nil
}

// moves lists both sides of all postings by account: whoever takes locks in one order waits, and is never in a deadlock.
func (t Transaction) moves() []Move {
	moves := make([]Move, 0, 2*len(t.Postings))
	for _, p := range t.Postings {
		moves = append(moves, Move{p.Source, p.Asset, 0, p.Amount}, Move{p.Destination, p.Asset, p.Amount, 0})
	}
	slices.SortStableFunc(moves, func(a, b Move) int {
		return cmp.Or(strings.Compare(a.Account, b.Account), strings.Compare(a.Asset, b.Asset))
	})
	return moves
}
