package main

import (
	"context"
	"net/http"
	"time"
)

const patience = 2 * time.Second

// serveNode answers for one node: GET /lookup, /lookup/ID, /search/TEXT. Before each read it calls onRead.
func serveNode(n *Node, onRead func()) http.Handler {
	read := func(w http.ResponseWriter, r *http.Request, matches func(Entry) bool, needed int) {
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		onRead()
		if err := n.Confirm(ctx); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		body, found := n.store.Encode(matches)
		w.Header().Set("content-type", "application/json")
		if found < needed {
			w.WriteHeader(http.StatusNotFound)
		}
		w.Write(body)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /lookup", func(w http.ResponseWriter, r *http.Request) { read(w, r, everything, 0) })
	mux.HandleFunc("GET /lookup/{id}", func(w http.ResponseWriter, r *http.Request) { read(w, r, withID(r.PathValue("id")), 1) })
	mux.HandleFunc("GET /search/{text}", func(w http.ResponseWriter, r *http.Request) { read(w, r, containing(r.PathValue("text")), 0) })
	mux.HandleFunc("GET /raft", n.mesh.Accept)
	// Ready once the seed has been agreed on.
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		if n.store.isEmpty() {
			http.Error(w, "nothing has been agreed on yet", http.StatusServiceUnavailable)
		}
	})
	return mux
}
