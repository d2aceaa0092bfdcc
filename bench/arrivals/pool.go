// A pool of 16 workers that take exactly 10 ms for each request; the others wait in line. Its capacity is 1,600 req/s. It
// only sleeps: with work to do it would share two processors with the generator, and their contention would be measured.
package main

import (
	"net/http"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"
)

const (
	workers = 16
	taken   = 10 * time.Millisecond
)

var (
	lock sync.Mutex
	// When each worker has done what it was given. The next request of a worker begins then, however late an answer was.
	free [workers]time.Time
)

func main() {
	// Go's own timers have whole milliseconds, and a thread that sleeps takes the place of one that runs.
	runtime.GOMAXPROCS(256)
	http.HandleFunc("/healthz", func(http.ResponseWriter, *http.Request) {})
	http.HandleFunc("/", func(response http.ResponseWriter, _ *http.Request) {
		left := syscall.NsecToTimespec(int64(time.Until(queue(time.Now()))))
		syscall.Nanosleep(&left, nil)
		response.Write([]byte("ok"))
	})
	http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil)
}

// Gives a request to the worker that is free first.
func queue(arrived time.Time) time.Time {
	lock.Lock()
	defer lock.Unlock()
	first := 0
	for i := range free {
		if free[i].Before(free[first]) {
			first = i
		}
	}
	if free[first].Before(arrived) {
		free[first] = arrived
	}
	free[first] = free[first].Add(taken)
	return free[first]
}
