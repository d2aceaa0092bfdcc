// Package injection wraps a handler in the changes that the environment asks for (services/README.md).
package injection

import (
	"log"
	"math/rand"
	"net/http"
	"os"
	"strconv"
	"syscall"
	"time"
)

// Serve answers on 127.0.0.1:$PORT, /healthz without any change.
func Serve(handler http.HandlerFunc) {
	mux := http.NewServeMux()
	mux.HandleFunc("/healthz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/", change(handler))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux))
}

// The answers are small: net/http keeps them until the handler returns, so what is added here comes before them.
func change(handler http.HandlerFunc) http.HandlerFunc {
	slow, basis := read("SLOW_FACTOR", 1)-1, milliseconds(read("SLOW_BASIS_MS", 0))
	tailShare, tail := read("TAIL_SHARE", 0), milliseconds(read("TAIL_MS", 0))
	stallMs, every := int64(read("STALL_MS", 0)), int64(read("STALL_EVERY_MS", 0))
	failShare := read("FAIL_SHARE", 0)
	return func(w http.ResponseWriter, r *http.Request) {
		if failShare > 0 && rand.Float64() < failShare {
			<-r.Context().Done()
			return
		}
		if tailShare > 0 && rand.Float64() < tailShare {
			time.Sleep(tail)
		}
		if every > 0 {
			if left := stallMs - time.Now().UnixMilli()%every; left > 0 {
				time.Sleep(time.Duration(left) * time.Millisecond)
			}
		}
		began := time.Now()
		handler(w, r)
		if slow > 0 {
			Wait(time.Duration(slow * float64(time.Since(began)+basis)))
		}
	}
}

// Wait is finer than time.Sleep, whose timers wake an idle program at whole milliseconds (epoll_wait). The kernel's
// own slack is 50 µs, so short waits are spent computing.
func Wait(duration time.Duration) {
	if duration >= 200*time.Microsecond {
		left := syscall.NsecToTimespec(int64(duration - 60*time.Microsecond))
		began := time.Now()
		_ = syscall.Nanosleep(&left, nil)
		duration -= time.Since(began)
	}
	for until := time.Now().Add(duration); time.Now().Before(until); {
	}
}

func read(name string, otherwise float64) float64 {
	if text := os.Getenv(name); text != "" {
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			log.Fatalf("%s: %v", name, err)
		}
		return value
	}
	return otherwise
}

func milliseconds(value float64) time.Duration {
	return time.Duration(value * float64(time.Millisecond))
}
