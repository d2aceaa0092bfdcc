package main

import "fmt"

const (
	itemCount = 150_000
	// maxDiscount keeps a price above nothing.
	maxDiscount = 0.3
)

// Item is what is sold.
type Item struct {
	ID string
	// Price of one, in hundredths of a euro.
	Price int64
	// Dozen is the discount for each dozen of it that is bought.
	Dozen float64
}

// Catalogue holds all items. It does not change.
type Catalogue struct {
	items []Item
	byID  map[string]int
}

func newCatalogue() *Catalogue {
	c := &Catalogue{byID: make(map[string]int, itemCount)}
	for n := range itemCount {
		item := Item{ID: fmt.Sprintf("item-%06d", n), Price: 100 + int64(n)*7919%9900, Dozen: float64(n%5) / 100}
		c.byID[item.ID] = len(c.items)
		c.items = append(c.items, item)
	}
	return c
}

// find returns the item with an id.
func (c *Catalogue) find(id string) (Item, bool) {
	if at, found := c.byID[id]; found {
		return c.items[at], true
	}
	return Item{}, false
}

// amount returns what some of an item cost, in hundredths of a euro.
func (i Item) amount(quantity uint32) float64 {
	discount := min(float64(quantity/12)*i.Dozen, maxDiscount)
	return float64(i.Price) * float64(quantity) * (1 - discount)
}
