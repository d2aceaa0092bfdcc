package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"time"
)

// serveLedger answers POST /transactions, GET /accounts/ADDRESS, GET /log and GET /healthz.
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
		answer(w, http.StatusCreated, booked)
	})
	mux.HandleFunc("GET /accounts/{address}", func(w http.ResponseWriter, r *http.Request) {
		volumes, err := l.Volumes(r.Context(), r.PathValue("address"))
		if err != nil {
			answerError(w, err)
			return
		}
		answer(w, http.StatusOK, volumes)
	})
	mux.HandleFunc("GET /log", func(w http.ResponseWriter, r *http.Request) {
		count, err := l.Verify(r.Context())
		if err != nil {
			answerError(w, err)
			return
		}
		answer(w, http.StatusOK, map[string]int64{"entries": count})
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		if err := l.pool.Ping(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	})
	return mux
}

func answer(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		answerError(w, err)
		return
	}
	w.Header().Set("content-type", "application/json")
	w.WriteHeader(status)
	w.Write(append(body, '\n'))
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
