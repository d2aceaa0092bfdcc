"""Reads a part from a JSON file."""

from hopeit.app.context import EventContext
from hopeit.fs_storage import FileStorage

from parts.catalogue import Missing, Part, number_of, set_status
from parts.stores import delay_handler, open_files

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
    found = await files.get(f"part-{number_of(part)}", datatype=Part)
    return found or Missing(f"no part has the number {part!r}")
