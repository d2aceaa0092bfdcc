// Package items keeps what a timeline shows.
package items

import (
	"bytes"
	"fmt"
	"math"
	"sort"
	"strconv"
	"sync"
)

// Item is one entry.
type Item struct {
	Title string
	Rank  float64
}

// Store holds items and the ranks that are known.
type Store struct {
	titles []string
	ranks  sync.Map
}

var shared = newStore()

// Default returns the store of all.
func Default() *Store { return shared }

func newStore() *Store {
	store := &Store{}
	for i := 0; i < 150; i++ {
		store.titles = append(store.titles, fmt.Sprintf("item %d \"of many\"", i))
	}
	return store
}

// Latest ranks so many items.
func (store *Store) Latest(count int) []Item {
	found := make([]Item, 0, count)
	for _, title := range store.titles[:count] {
		found = append(found, Item{title, store.rankOf(title)})
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Rank > found[j].Rank })
	return found
}

func (store *Store) rankOf(title string) float64 {
	if known, ok := store.ranks.Load(title); ok {
		return known.(float64)
	}
	rank := computeRank(title)
	store.ranks.Store(title, rank)
	return rank
}

func computeRank(title string) float64 {
	rank := 0.0
	for i := 0; i < 1500; i++ {
		rank += math.Sin(float64(i * len(title)))
	}
	return rank
}

// EncodeItems writes items as JSON.
func EncodeItems(all []Item) []byte {
	var text bytes.Buffer
	text.WriteByte('[')
	for i, each := range all {
		if i > 0 {
			text.WriteByte(',')
		}
		text.WriteString(`{"title":` + strconv.Quote(each.Title) + `,"rank":` + strconv.FormatFloat(each.Rank, 'f', 3, 64) + `}`)
	}
	text.WriteByte(']')
	return text.Bytes()
}
