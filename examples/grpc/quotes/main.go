// Command quotes prices baskets over gRPC (../quotes.proto), with the standard health service, on 127.0.0.1:$PORT.
package main

import (
	"context"
	"log"
	"net"
	"os"
	"os/signal"
	"syscall"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"

	"quotes/pb"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	server := newServer()
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	context.AfterFunc(ctx, server.Stop)
	if err := server.Serve(listener); err != nil {
		log.Fatal(err)
	}
}

func newServer() *grpc.Server {
	server := grpc.NewServer()
	pb.RegisterQuotesServer(server, &quotes{catalogue: newCatalogue()})
	grpc_health_v1.RegisterHealthServer(server, health.NewServer())
	return server
}
