// Command churn keeps the garbage collector busy: many live objects, and more garbage with every request.
package main

import (
	"encoding/json"
	"math"
	"math/rand"
	"net/http"
	"strconv"
	"time"

	"tailgate.bench/services/injection"
)

type node struct {
	left, right *node
	name        string
}

// The collector has to walk these in every cycle.
var live = grow(400_000)

func main() {
	injection.Serve(func(w http.ResponseWriter, r *http.Request) {
		// As for an answer from a database: median 2 ms, lognormal.
		injection.Wait(time.Duration(2e6 * math.Exp(0.25*rand.NormFloat64())))
		counts := map[string]int{}
		for _, item := range items(600) {
			counts[item.name[:5]]++
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"groups": len(counts), "root": live.name})
	})
}

func items(count int) []*node {
	list := make([]*node, 0, count)
	for i := 0; i < count; i++ {
		list = append(list, &node{name: "item-" + strconv.Itoa(rand.Intn(1_000_000)) + "-of-this-request"})
	}
	return list
}

func grow(count int) *node {
	if count == 0 {
		return nil
	}
	half := (count - 1) / 2
	return &node{left: grow(half), right: grow(count - 1 - half), name: "node"}
}
