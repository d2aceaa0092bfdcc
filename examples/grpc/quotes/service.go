package main

import (
	"context"
	"math"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"quotes/pb"
)

// rates has what a euro is worth in each currency.
var rates = map[string]float64{
	"EUR": 1,
	"USD": 1.09,
	"GBP": 0.85,
	"CHF": 0.95,
}

type quotes struct {
	pb.UnimplementedQuotesServer
	catalogue *Catalogue
}

// Quote prices a basket.
func (q *quotes) Quote(_ context.Context, request *pb.QuoteRequest) (*pb.QuoteReply, error) {
	rate, found := rates[request.Currency]
	if !found {
		return nil, status.Errorf(codes.Unavailable, "there is no rate for %s now", request.Currency)
	}
	reply := &pb.QuoteReply{Amounts: make([]int64, 0, len(request.Lines))}
	for _, line := range request.Lines {
		item, found := q.catalogue.find(line.Item)
		if !found {
			return nil, status.Errorf(codes.NotFound, "there is no %s", line.Item)
		}
		amount := int64(math.Round(item.amount(line.Quantity) * rate))
		reply.Amounts = append(reply.Amounts, amount)
		reply.Total += amount
	}
	return reply, nil
}
