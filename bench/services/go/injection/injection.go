// Package injection wraps a handler in the changes that the environment asks for (services/README.md).
package injection

import (
	"log"
	"math/rand"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// Serve answers on $HOST:$PORT, /healthz without any change. The host is 127.0.0.1 unless the environment has another.
func Serve(handler http.HandlerFunc) {
	mux := http.NewServeMux()
	mux.HandleFunc("/healthz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/", change(handler))
	host := os.Getenv("HOST")
	if host == "" {
		host = "127.0.0.1"
	}
	log.Fatal(http.ListenAndServe(net.JoinHostPort(host, os.Getenv("PORT")), mux))
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

// Wait is finer than time.Sleep, whose timers wake an idle program at whole milliseconds (epoll_wait): the kernel's
// own timers become readable to the microsecond, and a reader holds up no other request.
func Wait(duration time.Duration) {
	if duration <= 0 {
		return
	}
	timer := timers.Get().(*os.File)
	defer timers.Put(timer)
	value := [2]syscall.Timespec{{}, syscall.NsecToTimespec(int64(duration))}
	connection, err := timer.SyscallConn()
	check(err)
	check(connection.Control(func(fd uintptr) {
		if _, _, no := syscall.Syscall6(syscall.SYS_TIMERFD_SETTIME, fd, 0, uintptr(unsafe.Pointer(&value)), 0, 0, 0); no != 0 {
			log.Fatal(no)
		}
	}))
	var expirations [8]byte
	_, err = timer.Read(expirations[:])
	check(err)
}

var timers = sync.Pool{New: func() any {
	const monotonic = 1
	fd, _, no := syscall.Syscall(syscall.SYS_TIMERFD_CREATE, monotonic, syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if no != 0 {
		log.Fatal(no)
	}
	return os.NewFile(fd, "timerfd")
}}

func check(err error) {
	if err != nil {
		log.Fatal(err)
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
