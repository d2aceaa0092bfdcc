package main

import (
	"context"
	"net"
	"slices"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"quotes/pb"
)

func dial(t *testing.T) *grpc.ClientConn {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := newServer()
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	connection, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	return connection
}

func TestQuote(t *testing.T) {
	client := pb.NewQuotesClient(dial(t))
	// item-000000 costs 1.00 € and has no discount; item-000004 costs 20.76 €, by the dozen 4 % less.
	lines := []*pb.Line{{Item: "item-000000", Quantity: 3}, {Item: "item-000004", Quantity: 12}}
	for _, test := range []struct {
		currency string
		amounts  []int64
	}{
		{"EUR", []int64{300, 23916}},
		{"USD", []int64{327, 26068}},
	} {
		reply, err := client.Quote(context.Background(), &pb.QuoteRequest{Currency: test.currency, Lines: lines})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(reply.Amounts, test.amounts) || reply.Total != test.amounts[0]+test.amounts[1] {
			t.Errorf("%s: %v, in all %d; expected %v", test.currency, reply.Amounts, reply.Total, test.amounts)
		}
	}
}

func TestRefusals(t *testing.T) {
	client := pb.NewQuotesClient(dial(t))
	for _, test := range []struct {
		currency, item string
		code           codes.Code
	}{
		{"XTS", "item-000000", codes.Unavailable},
		{"EUR", "item-999999", codes.NotFound},
	} {
		lines := []*pb.Line{{Item: test.item, Quantity: 1}}
		_, err := client.Quote(context.Background(), &pb.QuoteRequest{Currency: test.currency, Lines: lines})
		if status.Code(err) != test.code {
			t.Errorf("%s of %s: %v; expected %s", test.currency, test.item, err, test.code)
		}
	}
}

func TestHealth(t *testing.T) {
	client := grpc_health_v1.NewHealthClient(dial(t))
	answer, err := client.Check(context.Background(), &grpc_health_v1.HealthCheckRequest{})
	if err != nil || answer.Status != grpc_health_v1.HealthCheckResponse_SERVING {
		t.Errorf("%v, %v; expected SERVING", answer, err)
	}
}
