"""The three commands, each one transaction, and the contracts they are about. An IOU names its issuer and its owner; its owner
may offer it to somebody else, who may accept. A choice archives the contract that it is exercised on, and creates another."""

from typing import Any

from api.stores import MemoryStore, SqliteStore

Store = MemoryStore | SqliteStore
Body = dict[str, Any]

FIELDS = {
    "Iou": {"issuer": str, "owner": str, "currency": str, "amount": str},
    "IouTransfer": {"iou": dict, "newOwner": str},
}

# What a choice creates, of the payload it is exercised on and its argument.
CHOICES = {
    ("Iou", "Iou_Transfer"): lambda iou, argument: ("IouTransfer", {"iou": iou, **argument}),
    ("IouTransfer", "IouTransfer_Accept"): lambda offer, _: ("Iou", {**offer["iou"], "owner": offer["newOwner"]}),
}


class Rejected(Exception):
    """The command is wrong; the text says how."""


def create(store: Store, body: Body) -> Body:
    with store.transaction():
        return _create(store, body.get("templateId"), body.get("payload"))


def exercise(store: Store, body: Body) -> Body:
    with store.transaction():
        return {"events": _exercise(store, str(body.get("contractId")), body)}


def create_and_exercise(store: Store, body: Body) -> Body:
    with store.transaction():
        created = _create(store, body.get("templateId"), body.get("payload"))
        return {"events": [{"created": created}, *_exercise(store, created["contractId"], body)]}


COMMANDS = {
    "/v1/create": create,
    "/v1/exercise": exercise,
    "/v1/create-and-exercise": create_and_exercise,
}


def _create(store: Store, template: Any, payload: Any) -> Body:
    fields = FIELDS.get(str(template))
    if fields is None or not isinstance(payload, dict) or payload.keys() != fields.keys():
        raise Rejected(f"expected a template and its fields: {FIELDS}")
    if not all(isinstance(payload[name], kind) for name, kind in fields.items()):
        raise Rejected(f"expected {fields}")
    return {"contractId": store.create(template, payload), "templateId": template, "payload": payload}


def _exercise(store: Store, contract_id: str, body: Body) -> list[Body]:
    template, payload = store.find_active(contract_id) or (None, None)
    if template is None or template != body.get("templateId"):
        raise Rejected(f"{contract_id} is no active contract of this template")
    choice, argument = CHOICES.get((template, str(body.get("choice")))), body.get("argument")
    if choice is None or not isinstance(argument, dict):
        raise Rejected(f"expected an argument, and a choice of {template}")
    store.archive(contract_id)
    created = _create(store, *choice(payload, argument))
    return [{"archived": {"contractId": contract_id, "templateId": template}}, {"created": created}]
