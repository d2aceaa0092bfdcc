// Command defects behaves as defect.json in its working directory says (README.md of the services).
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math"
	"math/rand"
	"net/http"
	"os"
	"time"

	"tailgate.bench/services/injection"
)

type defect struct {
	Request struct {
		WaitMs, ComputeMs, Spread, Factor float64
	}
	LoopsPerMs float64
	Kind       string

	Places, Workers                         int
	HoldMs                                  float64
	Reads, Writes                           int
	ReadMs, WriteMs, LongShare, LongMs      float64
	Together                                bool
	Threads                                 any
	BusyMs, EveryMs, StallMs, MissMs, TtlMs float64
	PerRequest, Keep, KB, KeepMb, Keys      int
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "--speed" {
		fmt.Println(measureSpeed())
		return
	}
	text, err := os.ReadFile("defect.json")
	if err != nil {
		log.Fatal(err)
	}
	var d defect
	d.Request.Factor = 1
	if err := json.Unmarshal(text, &d); err != nil {
		log.Fatal(err)
	}
	affect := d.start()
	injection.Serve(func(w http.ResponseWriter, r *http.Request) {
		cost := d.Request.Factor * drawFactor(d.Request.Spread)
		injection.Wait(milliseconds(d.Request.WaitMs * cost))
		compute(d.Request.ComputeMs * cost * d.LoopsPerMs)
		if affect != nil {
			affect()
		}
		fmt.Fprintln(w, `{"ok":true}`)
	})
}

// Lognormal with the mean 1: how one request differs from the typical one.
func drawFactor(spread float64) float64 {
	return math.Exp(spread*rand.NormFloat64() - spread*spread/2)
}

func milliseconds(value float64) time.Duration {
	return time.Duration(value * float64(time.Millisecond))
}

// A fixed amount of work, and no fixed time: whoever takes the processor away makes it longer.
func compute(loops float64) {
	x := uint32(1)
	for i := int64(loops); i > 0; i-- {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
	}
	if x == 0 { // never, but the compiler does not know
		log.Print(x)
	}
}

// Loops of a millisecond, by the fastest of many short trials: the others were disturbed.
func measureSpeed() int {
	const loops = 1_000_000
	fastest := 0.0
	for trial := 0; trial < 100; trial++ {
		began := time.Now()
		compute(loops)
		fastest = math.Max(fastest, loops/(time.Since(began).Seconds()*1000))
	}
	return int(fastest)
}
