"""Orders with their lines: read, checked and written out by a schema."""
import os

from marshmallow import Schema, fields
from waitress import serve

Line = Schema.from_dict({"title": fields.Str(), "count": fields.Int(), "price": fields.Float()})
Order = Schema.from_dict({"id": fields.Int(), "lines": fields.List(fields.Nested(Line))})
order = {"id": 1, "lines": [{"title": f"Book {i}", "count": i, "price": 7.5} for i in range(10)]}


def app(environ, start):
    start("200 OK", [("Content-Type", "application/json")])
    schema = Order(many=True)
    return [schema.dumps(schema.load([order] * int(environ["QUERY_STRING"] or 1))).encode()]


serve(app, host="127.0.0.1", port=int(os.environ["PORT"]), connection_limit=1000)
