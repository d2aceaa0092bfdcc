"""The three commands. Each is one transaction."""

from typing import Any

from api.stores import MemoryStore, SqliteStore, Transaction
from api.templates import Rejected, check_payload, exercise

Store = MemoryStore | SqliteStore
Body = dict[str, Any]


def create(store: Store, body: Body) -> Body:
    with store.transaction() as transaction:
        return _create(transaction, body)


def exercise_choice(store: Store, body: Body) -> Body:
    with store.transaction() as transaction:
        return {"events": _exercise(transaction, str(body.get("contractId")), body)}


def create_and_exercise(store: Store, body: Body) -> Body:
    with store.transaction() as transaction:
        created = _create(transaction, body)
        return {"events": [{"created": created}, *_exercise(transaction, created["contractId"], body)]}


COMMANDS = {
    "/v1/create": create,
    "/v1/exercise": exercise_choice,
    "/v1/create-and-exercise": create_and_exercise,
}


def _create(transaction: Transaction, body: Body) -> Body:
    template = str(body.get("templateId"))
    payload = check_payload(template, body.get("payload"))
    contract_id = transaction.create(template, payload)
    return {"contractId": contract_id, "templateId": template, "payload": payload}


def _exercise(transaction: Transaction, contract_id: str, body: Body) -> list[Body]:
    found = transaction.find_active(contract_id)
    if found is None or found[0] != body.get("templateId"):
        raise Rejected(f"{contract_id} is no active contract of this template")
    template, payload = found
    outcome = exercise(template, str(body.get("choice")), payload, body.get("argument"))
    transaction.archive(contract_id)
    events: list[Body] = [{"archived": {"contractId": contract_id, "templateId": template}}]
    for created, content in outcome:
        new_id = transaction.create(created, content)
        events.append({"created": {"contractId": new_id, "templateId": created, "payload": content}})
    return events
