package main

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"sync"
)

// Entry is one article of the catalogue.
type Entry struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Tags string `json:"tags"`
}

// Command changes the catalogue. It is what the Raft log holds, as JSON.
type Command struct {
	// Request tells the node that proposed the command when it has been applied.
	Request uint64  `json:"request"`
	Put     []Entry `json:"put"`
}

// Store is the state machine: the same commands in the same order give every node the same catalogue.
type Store struct {
	mutex   sync.RWMutex
	entries map[string]Entry
	order   []string // ids, sorted
}

func newStore() *Store { return &Store{entries: map[string]Entry{}} }

// Apply carries out one command of the log.
func (s *Store) Apply(command Command) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, entry := range command.Put {
		s.entries[entry.ID] = entry
	}
	s.order = s.order[:0]
	for id := range s.entries {
		s.order = append(s.order, id)
	}
	sort.Strings(s.order)
}

// Encode renders the entries that `matches` accepts, sorted by id, as a JSON array.
func (s *Store) Encode(matches func(Entry) bool) ([]byte, int) {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	found := []Entry{}
	for _, id := range s.order {
		if entry := s.entries[id]; matches(entry) {
			found = append(found, entry)
		}
	}
	body, err := json.Marshal(found)
	if err != nil {
		panic(err) // three texts are always JSON
	}
	return body, len(found)
}

func (s *Store) isEmpty() bool {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	return len(s.entries) == 0
}

func everything(Entry) bool { return true }

func withID(id string) func(Entry) bool { return func(e Entry) bool { return e.ID == id } }

func containing(text string) func(Entry) bool {
	return func(e Entry) bool { return strings.Contains(e.Name, text) || strings.Contains(e.Tags, text) }
}

// seedEntries makes the articles that a new catalogue starts with; they follow from their numbers.
func seedEntries() []Entry {
	kinds := []string{"lamp", "lens", "system", "motor", "shutter"}
	entries := make([]Entry, 20)
	for i := range entries {
		kind := kinds[i%len(kinds)]
		entries[i] = Entry{ID: fmt.Sprint(i + 1), Name: fmt.Sprintf("%s %d", kind, i+1), Tags: "lighthouse," + kind}
	}
	return entries
}
