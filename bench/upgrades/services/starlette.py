"""A catalogue behind many routes, below a mount."""
import os

import uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route


async def read(request):
    limit = int(request.query_params.get("limit", 20))
    return JSONResponse([{"id": i, "title": f"Book {i}", "tags": ["a", "b"]} for i in range(limit)])


routes = [Route(f"/other-{i}/{{id:int}}", read) for i in range(250)] + [Route("/books/{id:int}", read)]
app = Starlette(routes=[Route("/", read), Mount("/api", routes=routes)])
uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), access_log=False, log_level="warning")
