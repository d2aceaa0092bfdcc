"""python3 -m unittest, in the folder above."""

import tempfile
import unittest

from api.commands import create, create_and_exercise, exercise_choice
from api.stores import MemoryStore, SqliteStore
from api.templates import Rejected

IOU = {"templateId": "Iou", "payload": {"issuer": "bank", "owner": "rosa", "currency": "EUR", "amount": "10.00"}}
TRANSFER = {"choice": "Iou_Transfer", "argument": {"newOwner": "omar"}}


class InMemory(unittest.TestCase):
    def setUp(self) -> None:
        self.store = MemoryStore()

    def exercise(self, event: dict, choice: str, argument: dict) -> list[dict]:
        body = {"contractId": event["contractId"], "templateId": event["templateId"], "choice": choice, "argument": argument}
        return exercise_choice(self.store, body)["events"]

    def test_an_iou_goes_to_who_accepts_it(self) -> None:
        archived, offer = self.exercise(create(self.store, IOU), **TRANSFER)
        self.assertEqual(archived["archived"]["templateId"], "Iou")
        _, iou = self.exercise(offer["created"], "IouTransfer_Accept", {})
        self.assertEqual(iou["created"]["payload"]["owner"], "omar")

    def test_create_and_exercise_does_both_at_once(self) -> None:
        created, archived, offer = create_and_exercise(self.store, {**IOU, **TRANSFER})["events"]
        self.assertEqual(created["created"]["contractId"], archived["archived"]["contractId"])
        self.assertEqual(offer["created"]["payload"]["newOwner"], "omar")

    def test_a_contract_is_archived_once(self) -> None:
        iou = create(self.store, IOU)
        self.exercise(iou, **TRANSFER)
        with self.assertRaisesRegex(Rejected, "no active contract"):
            self.exercise(iou, **TRANSFER)

    def test_what_is_rejected_leaves_nothing_behind(self) -> None:
        with self.assertRaises(Rejected):
            create_and_exercise(self.store, {**IOU, **TRANSFER, "choice": "Iou_Burn"})
        first = create(self.store, IOU)["contractId"]
        second = create(self.store, IOU)["contractId"]
        self.assertEqual(int(second[1:]) - int(first[1:]), 1)
        with self.assertRaises(Rejected):
            self.exercise({"contractId": f"#{int(second[1:]) + 1}", "templateId": "Iou"}, **TRANSFER)

    def test_payloads_have_the_fields_of_their_template(self) -> None:
        for payload in [None, {}, {**IOU["payload"], "amount": 10}, {**IOU["payload"], "note": ""}]:
            with self.assertRaises(Rejected):
                create(self.store, {"templateId": "Iou", "payload": payload})


class InSqlite(InMemory):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = SqliteStore(f"{folder.name}/contracts.sqlite", fsync=False, past=100)


if __name__ == "__main__":
    unittest.main()
