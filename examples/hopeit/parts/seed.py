"""Puts every part into Redis and into the data folder. Runs once, before the server answers anybody."""

from hopeit.app.context import EventContext

from parts.catalogue import PARTS, make_part
from parts.stores import open_files, open_redis

__steps__ = ["seed"]


async def seed(payload: None, context: EventContext) -> None:
    redis = open_redis(context)
    files = open_files(context)
    for number in range(1, PARTS + 1):
        part = make_part(number)
        await redis.store(f"part-{number}", part)
        await files.store(f"part-{number}", part)
