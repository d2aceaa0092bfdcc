"""A gateway: a page joins three answers of the service itself, over connections that are kept."""
import os

from aiohttp import ClientSession, web


async def read(request):
    return web.json_response([{"id": request.path, "tags": ["a", "b"]}] * int(request.query.get("limit", 1)))


async def make():
    async def join(request):
        answers = [await client.get(f"{home}/books/{id}", params=request.query) for id in range(3)]
        return web.json_response([await answer.json() for answer in answers])

    home, client, app = f"http://127.0.0.1:{os.environ['PORT']}", ClientSession(), web.Application()
    app.on_cleanup.append(lambda _: client.close())
    app.add_routes([web.get("/", read), web.get("/page", join), web.get("/books/{id}", read)])
    return app


web.run_app(make(), host="127.0.0.1", port=int(os.environ["PORT"]), access_log=None, print=None)
