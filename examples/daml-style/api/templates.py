"""What contracts there are, and what may be done with them. An IOU names its issuer and its owner; its owner may offer it
to somebody else, who may accept. A choice archives the contract that it is exercised on, and creates others."""

from collections.abc import Callable
from typing import Any

Payload = dict[str, Any]
Created = tuple[str, Payload]  # template and payload

FIELDS = {
    "Iou": {"issuer": str, "owner": str, "currency": str, "amount": str},
    "IouTransfer": {"iou": dict, "newOwner": str},
}


class Rejected(Exception):
    """The command is wrong; the text says how."""


def check_payload(template: str, payload: Any) -> Payload:
    """Raises Rejected unless the payload has exactly the fields of its template."""
    fields = FIELDS.get(template)
    if fields is None:
        raise Rejected(f"there is no template {template!r}; there are {', '.join(FIELDS)}")
    if not isinstance(payload, dict) or payload.keys() != fields.keys():
        raise Rejected(f"{template} has the fields {', '.join(fields)}")
    for name, kind in fields.items():
        if not isinstance(payload[name], kind):
            raise Rejected(f"{name} of {template} is no {kind.__name__}")
    return payload


def transfer(iou: Payload, argument: Payload) -> list[Created]:
    new_owner = argument.get("newOwner")
    if not isinstance(new_owner, str):
        raise Rejected("the argument of Iou_Transfer has the field newOwner")
    return [("IouTransfer", {"iou": iou, "newOwner": new_owner})]


def accept(offer: Payload, argument: Payload) -> list[Created]:
    return [("Iou", {**offer["iou"], "owner": offer["newOwner"]})]


def cancel(offer: Payload, argument: Payload) -> list[Created]:
    return [("Iou", offer["iou"])]


CHOICES: dict[tuple[str, str], Callable[[Payload, Payload], list[Created]]] = {
    ("Iou", "Iou_Transfer"): transfer,
    ("IouTransfer", "IouTransfer_Accept"): accept,
    ("IouTransfer", "IouTransfer_Cancel"): cancel,
}


def exercise(template: str, choice: str, payload: Payload, argument: Any) -> list[Created]:
    """Returns what a choice creates."""
    follow = CHOICES.get((template, choice))
    if follow is None:
        raise Rejected(f"{template} has no choice {choice!r}")
    if not isinstance(argument, dict):
        raise Rejected("an argument is a JSON object")
    return follow(payload, argument)
