"""What every endpoint answers when there is no such part."""

from typing import Any

from hopeit.app.context import EventContext, PostprocessHook
from hopeit.dataobjects import dataclass, dataobject


@dataobject
@dataclass
class Missing:
    """Body of a 404."""

    message: str


def missing(part: str) -> Missing:
    return Missing(f"no part has the number {part!r}")


async def set_status(payload: Any, context: EventContext, response: PostprocessHook) -> Any:
    """To be an event's `__postprocess__`: hopeit answers 200 unless told otherwise."""
    if isinstance(payload, Missing):
        response.set_status(404)
    return payload
