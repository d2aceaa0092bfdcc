// Command ledger is a double-entry ledger over the PostgreSQL at $DATABASE_URL, on 127.0.0.1:$PORT: POST /transactions,
// GET /healthz.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

func main() {
	features, err := readFeatures()
	if err != nil {
		log.Fatal(err)
	}
	pool, err := pgxpool.New(context.Background(), os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), serveLedger(&Ledger{pool, features})))
}

func serveLedger(l *Ledger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /transactions", func(w http.ResponseWriter, r *http.Request) {
		var t Transaction
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&t); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		began := time.Now()
		booked, err := l.Book(r.Context(), t)
		if errors.As(err, &Rejected{}) {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		} else if err != nil {
			log.Print(err)
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		// https://www.w3.org/TR/server-timing/ the time from BEGIN to COMMIT, the wait for a connection included, in ms
		w.Header().Set("Server-Timing", fmt.Sprintf("booking;dur=%.3f", float64(time.Since(began).Microseconds())/1000))
		w.Header().Set("content-type", "application/json")
		w.WriteHeader(http.StatusCreated)
		json.NewEncoder(w).Encode(booked)
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		if err := l.pool.Ping(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	})
	return mux
}
