package main

import (
	"fmt"
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

// readFeatures reads LEDGER_HASH_LOG and its like, each `on` or `off`; absent: on.
func readFeatures() (Features, error) {
	var f Features
	for name, feature := range map[string]*bool{
		"LEDGER_HASH_LOG":          &f.HashLog,
		"LEDGER_VOLUMES":           &f.Volumes,
		"LEDGER_EFFECTIVE_VOLUMES": &f.EffectiveVolumes,
		"LEDGER_SEGMENTS":          &f.Segments,
		"LEDGER_HISTORY":           &f.History,
	} {
		switch value := os.Getenv(name); value {
		case "", "on":
			*feature = true
		case "off":
			*feature = false
		default:
			return f, fmt.Errorf("%s is %q; expected on or off", name, value)
		}
	}
	if f.EffectiveVolumes && !f.Volumes {
		return f, fmt.Errorf("LEDGER_EFFECTIVE_VOLUMES needs LEDGER_VOLUMES")
	}
	return f, nil
}
