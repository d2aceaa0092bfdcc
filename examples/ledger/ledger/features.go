package main

import (
	"errors"
	"os"
)

// Features are what a ledger may do with each transaction beside booking it. Each costs time.
type Features struct {
	// HashLog chains the log: each entry's hash covers the one before it.
	HashLog bool
	// Volumes keeps running volumes of each account, and notes them on each move.
	Volumes bool
	// EffectiveVolumes notes volumes in the order of effective dates as well. It needs Volumes.
	EffectiveVolumes bool
	// Segments indexes the parts of an account's address.
	Segments bool
	// History keeps each revision of a transaction's metadata.
	History bool
}

// readFeatures reads LEDGER_HASH_LOG and its like, on unless they are `off`.
func readFeatures() (Features, error) {
	var f Features
	for name, feature := range map[string]*bool{
		"LEDGER_HASH_LOG":          &f.HashLog,
		"LEDGER_VOLUMES":           &f.Volumes,
		"LEDGER_EFFECTIVE_VOLUMES": &f.EffectiveVolumes,
		"LEDGER_SEGMENTS":          &f.Segments,
		"LEDGER_HISTORY":           &f.History,
	} {
		*feature = os.Getenv(name) != "off"
	}
	if f.EffectiveVolumes && !f.Volumes {
		return f, errors.New("LEDGER_EFFECTIVE_VOLUMES needs LEDGER_VOLUMES")
	}
	return f, nil
}
