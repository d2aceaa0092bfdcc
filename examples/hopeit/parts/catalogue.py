"""The catalogue of a small workshop: its parts follow from their numbers, so every start has the same ones."""

from typing import Any

from hopeit.app.context import EventContext, PostprocessHook
from hopeit.dataobjects import dataclass, dataobject

PARTS = 200
KINDS = ("bolt", "bearing", "gasket", "spring", "valve", "washer", "coupling", "seal")
METALS = ("steel", "brass", "titanium", "bronze", "nickel")


@dataobject
@dataclass
class Part:
    """One article of the catalogue; lengths in mm, weights in g, prices in cents."""

    number: int
    name: str
    length: float
    weight: float
    price: int


@dataobject
@dataclass
class Missing:
    """Body of a 404."""

    message: str


def make_part(number: int) -> Part:
    """The part with a number from 1 to PARTS."""
    length = 4 + number * 37 % 240 / 2
    return Part(
        number=number,
        name=f"{METALS[number % len(METALS)]} {KINDS[number % len(KINDS)]} {length:g} mm",
        length=length,
        weight=round(0.8 * length + number % 11, 1),
        price=45 + number * 53 % 1900,
    )


def number_of(text: str) -> int:
    """Reads a part's number out of a query; 0, which no part has, when it is not one."""
    return int(text) if text.isascii() and text.isdigit() and int(text) <= PARTS else 0


async def set_status(payload: Any, context: EventContext, response: PostprocessHook) -> Any:
    """To be an event's `__postprocess__`: hopeit answers 200 unless told otherwise."""
    if isinstance(payload, Missing):
        response.set_status(404)
    return payload
