// Command ledger is a double-entry ledger over the PostgreSQL at $DATABASE_URL, on 127.0.0.1:$PORT.
package main

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const connections = 10

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	features, err := readFeatures()
	if err != nil {
		log.Fatal(err)
	}
	ledger, err := openLedger(ctx, os.Getenv("DATABASE_URL"), features)
	if err != nil {
		log.Fatal(err)
	}
	defer ledger.pool.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{Handler: serveLedger(ledger)}
	stopped := make(chan struct{})
	go func() {
		<-ctx.Done()
		// Bookings under way are finished.
		patience, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		server.Shutdown(patience)
		close(stopped)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
	<-stopped
}

func openLedger(ctx context.Context, url string, features Features) (*Ledger, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.MaxConns, config.MinConns = connections, connections
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return &Ledger{pool, features}, nil
}
