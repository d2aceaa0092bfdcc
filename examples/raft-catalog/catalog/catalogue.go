package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Catalogue is the state machine: each command in the Raft log is a new one, as JSON.
type Catalogue []Entry

// Entry is one article of the catalogue.
type Entry struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Tags string `json:"tags"`
}

// Encode renders the entries that `matches` accepts as a JSON array, and counts them.
func (c Catalogue) Encode(matches func(Entry) bool) ([]byte, int) {
	found := []Entry{}
	for _, entry := range c {
		if matches(entry) {
			found = append(found, entry)
		}
	}
	body, err := json.Marshal(found)
	if err != nil {
		panic(err) // three texts are always JSON
	}
	return body, len(found)
}

func everything(Entry) bool { return true }

func withID(id string) func(Entry) bool { return func(e Entry) bool { return e.ID == id } }

func containing(text string) func(Entry) bool {
	return func(e Entry) bool { return strings.Contains(e.Name, text) || strings.Contains(e.Tags, text) }
}

// firstCatalogue makes the articles that follow from their numbers.
func firstCatalogue() Catalogue {
	kinds := []string{"lamp", "lens", "system", "motor", "shutter"}
	entries := make(Catalogue, 20)
	for i := range entries {
		kind := kinds[i%len(kinds)]
		entries[i] = Entry{ID: fmt.Sprint(i + 1), Name: fmt.Sprintf("%s %d", kind, i+1), Tags: "lighthouse," + kind}
	}
	return entries
}
