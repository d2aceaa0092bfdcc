// Sends requests with exponential gaps, each in a goroutine of its own, and prints percentiles of its latencies (ms).
package main

import (
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"os"
	"sort"
	"strconv"
	"sync"
	"time"
)

func main() {
	url := os.Args[1]
	rate, _ := strconv.ParseFloat(os.Args[2], 64)
	seconds, _ := strconv.ParseFloat(os.Args[3], 64)
	seed, _ := strconv.ParseInt(os.Args[4], 10, 64)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 4000, MaxIdleConns: 4000}}
	random := rand.New(rand.NewSource(seed))
	var lock sync.Mutex
	var group sync.WaitGroup
	var latencies []float64
	start := time.Now().Add(200 * time.Millisecond)
	end := start.Add(time.Duration(seconds * float64(time.Second)))
	for due := start; due.Before(end); {
		due = due.Add(time.Duration(random.ExpFloat64() / rate * float64(time.Second)))
		time.Sleep(time.Until(due))
		// The first second opens connections.
		isWarm := due.Sub(start) > time.Second
		group.Add(1)
		go func() {
			defer group.Done()
			began := time.Now()
			answer, err := client.Get(url)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				return
			}
			io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
			taken := time.Since(began).Seconds() * 1000
			if isWarm {
				lock.Lock()
				latencies = append(latencies, taken)
				lock.Unlock()
			}
		}()
	}
	group.Wait()
	sort.Float64s(latencies)
	read := func(level float64) float64 { return latencies[int(float64(len(latencies))*level)] }
	fmt.Printf("{\"p50\":%.2f,\"p90\":%.2f,\"p99\":%.2f,\"p99.9\":%.2f}\n", read(.5), read(.9), read(.99), read(.999))
}
