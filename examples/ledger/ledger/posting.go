package main

import (
	"errors"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"time"
)

const mostPostings = 1000

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

var (
	address = regexp.MustCompile(`^[a-z0-9_-]{1,64}(:[a-z0-9_-]{1,64}){0,7}$`)
	asset   = regexp.MustCompile(`^[A-Z]{1,16}$`)
)

func (t Transaction) validate() error {
	if len(t.Postings) == 0 || len(t.Postings) > mostPostings {
		return fmt.Errorf("expected 1 to %d postings", mostPostings)
	}
	for _, p := range t.Postings {
		switch {
		case !address.MatchString(p.Source), !address.MatchString(p.Destination):
			return errors.New("expected addresses such as world or users:42")
		case !asset.MatchString(p.Asset):
			return errors.New("expected an asset such as COIN")
		case p.Amount <= 0 || p.Amount > 1_000_000_000:
			return errors.New("expected an amount from 1 to 1000000000")
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
	sort.SliceStable(moves, func(i, j int) bool {
		a, b := moves[i], moves[j]
		return a.Account < b.Account || a.Account == b.Account && a.Asset < b.Asset
	})
	return moves
}

func segmentsOf(account string) []string { return strings.Split(account, ":") }
