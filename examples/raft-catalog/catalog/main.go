// Command catalog is a small catalogue on Raft: `catalog node ID [URL...]` is one of three nodes, with the addresses of
// those started before it; `catalog front URL...` is a caching front end. Both listen on 127.0.0.1:$PORT.
package main

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"
)

func main() {
	log.SetFlags(log.Lmicroseconds)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if len(os.Args) < 3 {
		log.Fatal("usage: catalog node ID [URL...] | catalog front URL...")
	}
	switch os.Args[1] {
	case "node":
		id, err := strconv.ParseUint(os.Args[2], 10, 64)
		if err != nil || id < 1 || id > clusterSize || len(os.Args)-3 != int(id)-1 {
			log.Fatalf("node: expected its number, 1 to %d, and the addresses of all before it", clusterSize)
		}
		node := startNode(ctx, id, os.Args[3:])
		if id == 1 {
			go seed(ctx, node)
		}
		serve(ctx, serveNode(node, makeMishaps(node)))
	case "front":
		fresh, err := time.ParseDuration(os.Getenv("CATALOG_CACHE"))
		if err != nil {
			log.Fatalf("CATALOG_CACHE: %v", err)
		}
		serve(ctx, newFront(os.Args[2:], fresh))
	default:
		log.Fatalf("%s: expected node or front", os.Args[1])
	}
}

// seed fills a new catalogue as soon as there is a leader.
func seed(ctx context.Context, node *Node) {
	for ctx.Err() == nil {
		attempt, cancel := context.WithTimeout(ctx, askAgain)
		err := node.Change(attempt, Command{Put: seedEntries()})
		cancel()
		if err == nil {
			return
		}
		time.Sleep(tick / 10)
	}
}

func serve(ctx context.Context, handler http.Handler) {
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{Handler: handler}
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}

// number reads an environment variable; absent: 0.
func number(name string) int64 {
	text := os.Getenv(name)
	if text == "" {
		return 0
	}
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		log.Fatalf("%s: %v", name, err)
	}
	return value
}
