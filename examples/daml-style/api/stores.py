"""Where contracts are kept: in memory, or in an SQLite file. A transaction is carried out whole or not at all."""

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from api.templates import Payload

Contract = tuple[str, Payload]  # template and payload


class Transaction(Protocol):
    def create(self, template: str, payload: Payload) -> str:
        """Returns the id of the new contract."""

    def find_active(self, contract_id: str) -> Contract | None: ...

    def archive(self, contract_id: str) -> None: ...


class MemoryStore:
    """Forgets everything when the process ends. Archived contracts are dropped."""

    def __init__(self) -> None:
        self._active: dict[str, Contract] = {}
        self._last = 0
        self._lock = threading.Lock()

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        with self._lock:
            draft = _Draft(self._active, self._last)
            yield draft
            self._last = draft.last
            self._active |= draft.created
            for contract_id in draft.archived:
                del self._active[contract_id]


class _Draft:
    def __init__(self, active: dict[str, Contract], last: int) -> None:
        self._active = active
        self.last = last
        self.created: dict[str, Contract] = {}
        self.archived: list[str] = []

    def create(self, template: str, payload: Payload) -> str:
        self.last += 1
        contract_id = f"#{self.last}"
        self.created[contract_id] = (template, payload)
        return contract_id

    def find_active(self, contract_id: str) -> Contract | None:
        return self.created.get(contract_id) or self._active.get(contract_id)

    def archive(self, contract_id: str) -> None:
        self.archived.append(contract_id)


# What a ledger has seen before it is measured, so that what reads too much reads much.
PAST_CONTRACTS = 100_000

SCHEMA = """
CREATE TABLE contracts (
  seq      INTEGER PRIMARY KEY,
  id       TEXT NOT NULL,
  template TEXT NOT NULL,
  payload  TEXT NOT NULL,
  archived INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX contracts_by_id ON contracts (id);
"""

PAST = """
WITH RECURSIVE past (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM past WHERE n < ?)
INSERT INTO contracts SELECT n, '#' || n, 'Iou', '{}', 1 FROM past
"""


class SqliteStore:
    """Keeps each contract, archived ones too, in a write-ahead log. `fsync`: each transaction waits for the disk."""

    def __init__(self, path: str, fsync: bool, past: int = PAST_CONTRACTS) -> None:
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.executescript(SCHEMA)
        self._connection.execute(PAST, (past,))
        self._connection.execute(f"PRAGMA synchronous = {'FULL' if fsync else 'NORMAL'}")

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self
                self._connection.execute("COMMIT")
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise

    def create(self, template: str, payload: Payload) -> str:
        last = self._connection.execute("SELECT max(seq) FROM contracts").fetchone()[0] or 0
        contract_id = f"#{last + 1}"
        row = (last + 1, contract_id, template, json.dumps(payload))
        self._connection.execute("INSERT INTO contracts (seq, id, template, payload) VALUES (?, ?, ?, ?)", row)
        return contract_id

    def find_active(self, contract_id: str) -> Contract | None:
        query = "SELECT template, payload FROM contracts WHERE id = ? AND archived = 0"
        row = self._connection.execute(query, (contract_id,)).fetchone()
        return row and (row[0], json.loads(row[1]))

    def archive(self, contract_id: str) -> None:
        self._connection.execute("UPDATE contracts SET archived = 1 WHERE id = ?", (contract_id,))
