"""
The REST API of the catalogue. obasparql does the work, as in the servers that OBA generates: it fills in a query template,
asks the SPARQL endpoint, and frames its JSON-LD into plain JSON. Runs under uvicorn, with SPARQL_URL in the environment.
"""

import os
from pathlib import Path

from obasparql import QueryManager
from obasparql.static import DEFAULT_DIR
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

BASE = "https://example.org/software/"
CLASSES = {"models": "Model", "people": "Person", "organizations": "Organization", "datasets": "Dataset"}
MOST_PER_PAGE = 100

here = Path(__file__).parent
manager = QueryManager(
    endpoint=os.environ["SPARQL_URL"],
    named_graph_base=BASE,
    uri_prefix=BASE,
    queries_dir=here / "queries",
    context_dir=here / "contexts",
)


# No coroutine: obasparql waits for the endpoint, so Starlette calls this in threads.
def list_resources(request: Request) -> JSONResponse:
    """One page of a class: `page` counts from 1, `per_page` is 100 at most."""
    name = CLASSES.get(request.path_params["kind"])
    if name is None:
        raise HTTPException(404, f"there are only {', '.join(CLASSES)}")
    try:
        page = max(1, int(request.query_params.get("page", "1")))
        per_page = min(MOST_PER_PAGE, max(1, int(request.query_params.get("per_page", MOST_PER_PAGE))))
    except ValueError:
        raise HTTPException(400, "page and per_page are whole numbers") from None
    found = manager.get_resource(page=page, per_page=per_page, rdf_type_uri=f"{BASE}terms#{name}", rdf_type_name=DEFAULT_DIR)
    return JSONResponse(found)


app = Starlette(routes=[Route("/{kind}", list_resources)])
