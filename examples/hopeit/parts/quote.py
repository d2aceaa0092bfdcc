"""Computes an offer for a part: the price for each of the usual quantities. Touches neither Redis nor disk."""

from hopeit.app.context import EventContext
from hopeit.dataobjects import dataclass, dataobject

from parts.catalogue import Missing, Part, make_part, number_of, set_status
from parts.stores import delay_handler

__steps__ = ["quote"]
__postprocess__ = set_status

QUANTITIES = (1, 5, 10, 25, 50, 100, 250, 500, 1000)
MOST_DISCOUNT = 0.35


@dataobject
@dataclass
class Line:
    quantity: int
    discount: float
    total: int


@dataobject
@dataclass
class Quote:
    part: Part
    lines: list[Line]


async def quote(payload: None, context: EventContext, *, part: str = "") -> Quote | Missing:
    delay_handler()
    number = number_of(part)
    if not number:
        return Missing(f"no part has the number {part!r}")
    article = make_part(number)
    lines = []
    for quantity in QUANTITIES:
        discount = round(MOST_DISCOUNT * (1 - quantity**-0.25), 3)
        lines.append(Line(quantity, discount, round(article.price * quantity * (1 - discount))))
    return Quote(article, lines)
