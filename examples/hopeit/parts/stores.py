"""
Where parts are kept: Redis and a folder of JSON files, both through hopeit's own storage clients. And a slip that is easily
made in asyncio code: with HANDLER_DELAY_MS each handler blocks, as by a synchronous HTTP client or database driver.
"""

import os
import time

from hopeit.app.context import EventContext
from hopeit.dataobjects import dataclass, dataobject
from hopeit.fs_storage import FileStorage, FileStorageSettings
from hopeit.redis_storage import RedisStorage


@dataobject
@dataclass
class RedisSettings:
    address: str


def open_redis(context: EventContext) -> RedisStorage:
    settings = context.settings(key="redis", datatype=RedisSettings)
    return RedisStorage().connect(address=settings.address)


def open_files(context: EventContext) -> FileStorage:
    return FileStorage.with_settings(context.settings(key="files", datatype=FileStorageSettings))


def delay_handler() -> None:
    """While it sleeps, the event loop serves nobody else."""
    time.sleep(float(os.getenv("HANDLER_DELAY_MS", "0")) / 1000)
