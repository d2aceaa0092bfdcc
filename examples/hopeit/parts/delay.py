"""
A slip that is easily made in asyncio code: a blocking call in a coroutine. `time.sleep` stands for a
synchronous HTTP client or database driver. While it runs, the event loop serves nobody else.
"""

import os
import time

DELAY_SECONDS = float(os.getenv("HANDLER_DELAY_MS", "0")) / 1000


def delay_handler() -> None:
    """Blocks for HANDLER_DELAY_MS milliseconds; without that variable it does nothing."""
    if DELAY_SECONDS > 0:
        time.sleep(DELAY_SECONDS)
