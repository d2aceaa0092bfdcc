package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"
)

// serveLedger answers POST /transactions and GET /healthz.
func serveLedger(l *Ledger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /transactions", func(w http.ResponseWriter, r *http.Request) {
		var t Transaction
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&t); err != nil {
			answerError(w, Rejected{err})
			return
		}
		began := time.Now()
		booked, err := l.Book(r.Context(), t)
		if err != nil {
			answerError(w, err)
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

func answerError(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	if errors.As(err, &Rejected{}) {
		status = http.StatusBadRequest
	} else {
		log.Print(err)
	}
	http.Error(w, err.Error(), status)
}
