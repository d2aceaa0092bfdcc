"""Reads a part from Redis."""

from hopeit.app.context import EventContext
from hopeit.redis_storage import RedisStorage

from parts.catalogue import Missing, Part, number_of, set_status
from parts.stores import delay_handler, open_redis

__steps__ = ["stock"]
__postprocess__ = set_status

redis: RedisStorage | None = None


async def __init_event__(context: EventContext) -> None:
    global redis
    if redis is None:
        redis = open_redis(context)


async def stock(payload: None, context: EventContext, *, part: str = "") -> Part | Missing:
    assert redis
    delay_handler()
    found = await redis.get(f"part-{number_of(part)}", datatype=Part)
    return found or Missing(f"no part has the number {part!r}")
