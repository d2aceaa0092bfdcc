package main

import (
	"math/rand"
	"sync"

	"tailgate.bench/services/injection"
)

// Nothing is answered for a while, again and again by the age of the process.
func (d *defect) stall() func() {
	var mutex sync.RWMutex
	go repeat(d.EveryMs, func() {
		mutex.Lock()
		injection.Wait(milliseconds(d.StallMs))
		mutex.Unlock()
	})
	return func() {
		mutex.RLock()
		mutex.RUnlock() //nolint:staticcheck // passing is all
	}
}

type entry struct{ id, owner int }

// Each request adds entries, and looks at all there are. With `keep` a list that is longer begins anew.
func (d *defect) list() func() {
	var mutex sync.Mutex
	var entries []*entry
	return func() {
		mutex.Lock()
		defer mutex.Unlock()
		if d.Keep > 0 && len(entries) > d.Keep {
			entries = nil
		}
		for i := 0; i < d.PerRequest; i++ {
			entries = append(entries, &entry{len(entries), i})
		}
		found := 0
		for _, one := range entries {
			if one.owner == d.PerRequest {
				found++
			}
		}
		if found > 0 {
			panic("there is no such owner")
		}
	}
}

type link struct {
	next *link
	rest [56]byte
}

// Each request makes objects of `kB`; as much as `keepMb` of them, the newest, is never let go.
func (d *defect) leak() func() {
	var mutex sync.Mutex
	kept := make([]*link, d.KeepMb*1024/d.KB)
	next := 0
	return func() {
		var made *link
		for i := 0; i < d.KB*16; i++ {
			made = &link{next: made}
		}
		if len(kept) > 0 {
			mutex.Lock()
			kept[next%len(kept)] = made
			next++
			mutex.Unlock()
		}
	}
}

// What is not in the cache takes `missMs`. With `ttlMs` all of it expires at once, by the age of the process.
func (d *defect) cache() func() {
	var mutex sync.Mutex
	known := map[int]bool{}
	if d.TtlMs > 0 {
		go repeat(d.TtlMs, func() {
			mutex.Lock()
			known = map[int]bool{}
			mutex.Unlock()
		})
	}
	return func() {
		key := rand.Intn(d.Keys)
		mutex.Lock()
		hit := known[key]
		mutex.Unlock()
		if hit {
			return
		}
		injection.Wait(milliseconds(d.MissMs))
		mutex.Lock()
		known[key] = true
		mutex.Unlock()
	}
}
