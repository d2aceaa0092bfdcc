"""Lines of an order, each a book or a disc, validated and written out by the model of the response."""
import os
from typing import List, Union

import uvicorn
from fastapi import FastAPI
from pydantic import create_model

Book = create_model("Book", title=(str, ...), pages=(int, ...), tags=(List[str], ...))
Disc = create_model("Disc", title=(str, ...), tracks=(int, ...), tags=(List[str], ...))
rows = [{"title": f"No. {i}", ("pages", "tracks")[i % 2]: i, "tags": ["a", "b"]} for i in range(200)]
app = FastAPI()
app.get("/")(lambda: "ok")


@app.get("/lines", response_model=List[Union[Book, Disc]])
async def lines(limit: int = 20):
    return rows[:limit]


uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), access_log=False, log_level="warning")
