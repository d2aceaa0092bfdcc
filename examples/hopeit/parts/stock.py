"""Reads a part from Redis."""

from hopeit.app.context import EventContext
from hopeit.redis_storage import RedisStorage

from parts.answers import Missing, missing, set_status
from parts.catalogue import Part, key, number_of
from parts.delay import delay_handler
from parts.stores import open_redis

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
    found = await redis.get(key(number_of(part)), datatype=Part)
    return found or missing(part)
