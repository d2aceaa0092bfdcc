package main

import (
	"fmt"
	"io"
	"log"
	"math/rand"
	"net/http"
	"os"
	"runtime"
	"sync"
	"time"

	"tailgate.bench/services/injection"
)

var born = time.Now()

// Starts the defect. Returns what is done for every request; nil where requests are not what it is about.
func (d *defect) start() func() {
	if d.Kind == "" {
		return nil
	}
	start, known := map[string]func() func(){
		"pool": d.pool, "lock": d.lock, "workers": d.workers, "shared": d.shared, "background": d.background,
		"stall": d.stall, "list": d.list, "leak": d.leak, "cache": d.cache,
	}[d.Kind]
	if !known {
		log.Fatalf("no defect is called %q", d.Kind)
	}
	return start()
}

// So many requests at a time hold one of the places.
func (d *defect) pool() func() {
	places := make(chan struct{}, d.Places)
	return func() {
		places <- struct{}{}
		injection.Wait(milliseconds(d.HoldMs))
		<-places
	}
}

func (d *defect) lock() func() {
	var mutex sync.Mutex
	return func() {
		mutex.Lock()
		defer mutex.Unlock()
		injection.Wait(milliseconds(d.HoldMs))
	}
}

// Requests hand over what is to be done to one of so many goroutines, and wait for it.
func (d *defect) workers() func() {
	tasks := make(chan chan struct{})
	for i := 0; i < d.Workers; i++ {
		go func() {
			for done := range tasks {
				injection.Wait(milliseconds(d.HoldMs))
				close(done)
			}
		}()
	}
	return func() {
		done := make(chan struct{})
		tasks <- done
		<-done
	}
}

// Calls the server at $SHARED_URL, one call after the other or all together, and writes without waiting.
func (d *defect) shared() func() {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}
	call := func(ms float64) {
		response, err := client.Get(fmt.Sprintf("%s/?ms=%g", os.Getenv("SHARED_URL"), ms))
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, response.Body)
		response.Body.Close()
	}
	read := func() {
		if rand.Float64() < d.LongShare {
			call(d.LongMs)
		} else {
			call(d.ReadMs)
		}
	}
	return func() {
		for i := 0; i < d.Writes; i++ {
			go call(d.WriteMs)
		}
		var all sync.WaitGroup
		for i := 0; i < d.Reads; i++ {
			if !d.Together {
				read()
				continue
			}
			all.Add(1)
			go func() {
				defer all.Done()
				read()
			}()
		}
		all.Wait()
	}
}

// Computes beside the requests, `threads` times at once, "all" for once on each processor.
func (d *defect) background() func() {
	count := 1
	switch threads := d.Threads.(type) {
	case float64:
		count = int(threads)
	case string:
		count = runtime.NumCPU()
	}
	for i := 0; i < count; i++ {
		go repeat(d.EveryMs, func() { compute(d.BusyMs * d.LoopsPerMs) })
	}
	return nil
}

// At every multiple of a period since the process was started.
func repeat(everyMs float64, act func()) {
	every := milliseconds(everyMs)
	for {
		injection.Wait(every - time.Since(born)%every)
		act()
	}
}
