package main

import (
	"context"
	"log"
	"net/http"
	"net/rpc"
	"os"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	patience = 2 * time.Second
	cutOff   = 3 * time.Second
)

// serveNode answers for one node: GET /lookup, /lookup/ID, /search/TEXT, and the calls of other nodes.
func serveNode(n *Node) http.Handler {
	mishap := makeMishaps(n)
	read := func(w http.ResponseWriter, r *http.Request, matches func(Entry) bool, needed int) {
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		mishap()
		if err := n.Confirm(ctx); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		body, found := n.catalogue.Load().Encode(matches)
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
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		if n.catalogue.Load() == nil {
			http.Error(w, "nothing has been agreed on yet", http.StatusServiceUnavailable)
		}
	})
	rpc.Register(Calls{n.mesh})
	mux.Handle(rpc.DefaultRPCPath, rpc.DefaultServer)
	return mux
}

// makeMishaps returns what is called before each read of a node. CATALOG_DIE_AFTER=4000: the node dies at its 4,000th
// read if it leads then. CATALOG_CUT_EVERY=4000: at each 4,000th it is cut off from the others for three seconds.
func makeMishaps(n *Node) func() {
	dieAfter, _ := strconv.ParseInt(os.Getenv("CATALOG_DIE_AFTER"), 10, 64)
	cutEvery, _ := strconv.ParseInt(os.Getenv("CATALOG_CUT_EVERY"), 10, 64)
	var reads atomic.Int64
	return func() {
		read := reads.Add(1)
		if read == dieAfter && n.leads() {
			log.Print("the leader dies, as CATALOG_DIE_AFTER asks")
			syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
		}
		if cutEvery > 0 && read%cutEvery == 0 {
			log.Print("this node is cut off, as CATALOG_CUT_EVERY asks")
			n.mesh.Cut(cutOff)
		}
	}
}
