"""A catalogue with links, behind many routes."""
import os

from flask import Flask, jsonify, request, url_for
from waitress import serve

app = Flask(__name__)
app.get("/")(lambda: "ok")
for i in range(250):
    app.add_url_rule(f"/other-{i}/<int:id>", f"other_{i}", lambda id: "no")


@app.get("/shelves/<int:shelf>/books/<int:book>")
def books(shelf, book):
    ids = range(book, book + request.args.get("limit", 20, int))
    return jsonify([{"id": i, "link": url_for("books", shelf=shelf, book=i)} for i in ids])


serve(app, host="127.0.0.1", port=int(os.environ["PORT"]), connection_limit=1000)
