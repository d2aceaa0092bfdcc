// Package injection makes each request of a handler take $SLOW_FACTOR times as long (services/README.md).
package injection

import (
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
	"unsafe"
)

// Serve answers on $HOST:$PORT, /healthz at once. The host is 127.0.0.1 unless the environment has another.
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
	slow := 0.0
	if text := os.Getenv("SLOW_FACTOR"); text != "" {
		factor, err := strconv.ParseFloat(text, 64)
		check(err)
		slow = factor - 1
	}
	return func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		handler(w, r)
		if slow > 0 {
			Wait(time.Duration(slow * float64(time.Since(began))))
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
