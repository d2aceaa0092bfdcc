"""Prices baskets over gRPC (quotes.proto), on 127.0.0.1:$PORT. grpcio reads the .proto as it starts: no generated code."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import grpc

messages, services = grpc.protos_and_services("quotes.proto")

# What a euro is worth in each currency.
RATES = {
    "EUR": 1.0,
    "USD": 1.09,
    "GBP": 0.85,
    "CHF": 0.95,
}


class Item(NamedTuple):
    id: str
    price: int  # of one, in hundredths of a euro
    dozen: float  # the discount for each dozen of it, up to 30 %


ITEMS = [Item(f"item-{n:05}", 100 + n * 7919 % 9900, n % 5 / 100) for n in range(30_000)]
BY_ID = {item.id: item for item in ITEMS}


def find(item_id: str) -> Item | None:
    return BY_ID.get(item_id)


def price(quantity: int, item: Item) -> float:
    return item.price * quantity * (1 - min(quantity // 12 * item.dozen, 0.3))


class Quotes(services.QuotesServicer):
    def Quote(self, request, context):
        rate = RATES.get(request.currency)
        if rate is None:
            context.abort(grpc.StatusCode.UNAVAILABLE, f"there is no rate for {request.currency} now")
        amounts = []
        for line in request.lines:
            item = find(line.item)
            if item is None:
                context.abort(grpc.StatusCode.NOT_FOUND, f"there is no {line.item}")
            amounts.append(round(price(line.quantity, item) * rate))
        return messages.QuoteReply(amounts=amounts, total=sum(amounts))


server = grpc.server(ThreadPoolExecutor(4))
services.add_QuotesServicer_to_server(Quotes(), server)
server.add_insecure_port(f"127.0.0.1:{os.environ['PORT']}")
server.start()
server.wait_for_termination()
