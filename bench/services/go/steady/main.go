// Command steady waits for a database and hardly computes: what a service is like whose tail is its own work, and not
// that of a collector of garbage or of whoever shares the machine.
package main

import (
	"encoding/json"
	"math"
	"math/rand"
	"net/http"
	"time"

	"tailgate.bench/services/injection"
)

func main() {
	injection.Serve(func(w http.ResponseWriter, r *http.Request) {
		// Median 4 ms, lognormal: p99 is 1.8 times the median.
		injection.Wait(time.Duration(4e6 * math.Exp(0.25*rand.NormFloat64())))
		_ = json.NewEncoder(w).Encode(map[string]any{"path": r.URL.Path, "stock": rand.Intn(100)})
	})
}
