// Package text finds documents by their words.
package text

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
)

var between = regexp.MustCompile(`[^a-z]+`)

// Index holds documents.
type Index struct {
	mutex     sync.Mutex
	documents []string
	asked     map[string]int
}

// NewIndex makes an index of some documents.
func NewIndex() *Index {
	documents := make([]string, 400)
	for i := range documents {
		documents[i] = fmt.Sprintf("a fox, document %d; with a lazy dog, and over %d quick words", i, i*i)
	}
	return &Index{documents: documents, asked: map[string]int{}}
}

// Find counts the words of documents that a question has.
func (index *Index) Find(question string) int {
	index.note(question)
	found := 0
	for _, word := range Tokenize(question) {
		found += index.count(word)
	}
	return found
}

func (index *Index) count(word string) int {
	found := 0
	for _, document := range index.documents {
		found += strings.Count(document, word)
	}
	return found
}

func (index *Index) note(question string) {
	index.mutex.Lock()
	index.asked[question]++
	index.mutex.Unlock()
	time.Sleep(2 * time.Millisecond)
}

// Tokenize parts a text into words.
func Tokenize(text string) []string {
	return between.Split(strings.ToLower(text), -1)
}
