"""Reads a part from a JSON file."""

from hopeit.app.context import EventContext
from hopeit.fs_storage import FileStorage

from parts.answers import Missing, missing, set_status
from parts.catalogue import Part, key, number_of
from parts.delay import delay_handler
from parts.stores import open_files

__steps__ = ["datasheet"]
__postprocess__ = set_status

files: FileStorage | None = None


async def __init_event__(context: EventContext) -> None:
    global files
    if files is None:
        files = open_files(context)


async def datasheet(payload: None, context: EventContext, *, part: str = "") -> Part | Missing:
    assert files
    delay_handler()
    found = await files.get(key(number_of(part)), datatype=Part)
    return found or missing(part)
