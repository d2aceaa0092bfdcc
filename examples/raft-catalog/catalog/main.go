// Command catalog is a small catalogue on Raft: `catalog node [URL...]` is one of three nodes, with the addresses of those
// started before it; `catalog front URL...` is a caching front end. Both listen on 127.0.0.1:$PORT.
package main

import (
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	log.SetFlags(log.Lmicroseconds)
	if len(os.Args) < 2 {
		log.Fatal("usage: catalog node [URL...] | catalog front URL...")
	}
	address := "127.0.0.1:" + os.Getenv("PORT")
	listener, err := net.Listen("tcp", address)
	if err != nil {
		log.Fatal(err)
	}
	urls := os.Args[2:]
	switch os.Args[1] {
	case "node":
		id := uint64(len(urls) + 1)
		node := startNode(id)
		go http.Serve(listener, serveNode(node))
		for i, url := range urls {
			node.mesh.join(Peer{id, address}, Peer{uint64(i + 1), url})
		}
		if id == 1 {
			node.fill()
		}
		select {}
	case "front":
		fresh, err := time.ParseDuration(os.Getenv("CATALOG_CACHE"))
		if err != nil {
			log.Fatalf("CATALOG_CACHE: %v", err)
		}
		log.Fatal(http.Serve(listener, newFront(urls, fresh)))
	default:
		log.Fatalf("%s: expected node or front", os.Args[1])
	}
}
