"""A Python service on aiohttp, one thread, with the study's changes (services/README.md)."""

import asyncio
import json
import os
import random
import time
from collections import Counter

from aiohttp import web


def read(name, otherwise=0.0):
    return float(os.environ.get(name) or otherwise)


SLOW, BASIS = read("SLOW_FACTOR", 1) - 1, read("SLOW_BASIS_MS") / 1000
TAIL_SHARE, TAIL = read("TAIL_SHARE"), read("TAIL_MS") / 1000
STALL, STALL_EVERY = read("STALL_MS") / 1000, read("STALL_EVERY_MS") / 1000
FAIL_SHARE = read("FAIL_SHARE")

LINES = json.dumps(
    [{"id": i, "city": f"city {i % 17}", "price": i * 37 % 1009} for i in range(120)]
)


@web.middleware
async def change(request, handler):
    if request.path == "/healthz":
        return await handler(request)
    if FAIL_SHARE > 0 and random.random() < FAIL_SHARE:
        await asyncio.Event().wait()
    if TAIL_SHARE > 0 and random.random() < TAIL_SHARE:
        await asyncio.sleep(TAIL)
    if STALL_EVERY > 0:
        await asyncio.sleep(max(0.0, STALL - time.time() % STALL_EVERY))
    began = time.perf_counter()
    response = await handler(request)
    until = time.perf_counter() + SLOW * (time.perf_counter() - began + BASIS)
    while time.perf_counter() < until:
        pass
    return response


async def healthz(_):
    return web.Response()


async def report(_):
    lines = json.loads(LINES)
    cities = Counter(line["city"] for line in lines)
    total = {city: sum(x["price"] for x in lines if x["city"] == city) for city in cities}
    return web.json_response({"total": total, "top": sorted(total, key=total.get)[-3:]})


app = web.Application(middlewares=[change])
app.add_routes([web.get("/healthz", healthz), web.get("/report", report)])
web.run_app(app, host="127.0.0.1", port=int(os.environ["PORT"]), print=None, access_log=None)
