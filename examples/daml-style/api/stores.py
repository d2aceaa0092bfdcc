"""Where contracts are kept: in memory, or in an SQLite file. A transaction is carried out whole or not at all."""

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

Contract = tuple[str, dict[str, Any]]  # template and payload


class MemoryStore:
    """Forgets everything when the process ends. Archived contracts are dropped."""

    def __init__(self) -> None:
        self._active: dict[str, Contract] = {}
        self._last = 0
        self._lock = threading.Lock()

    @contextmanager
    def transaction(self) -> Iterator["MemoryStore"]:
        with self._lock:
            self._undo: list[tuple[str, Contract | None]] = []
            try:
                yield self
            except BaseException:
                for contract_id, former in reversed(self._undo):
                    if former:
                        self._active[contract_id] = former
                    else:
                        del self._active[contract_id]
                raise

    def create(self, template: str, payload: dict[str, Any]) -> str:
        """Returns the id of the new contract."""
        self._last += 1
        contract_id = f"#{self._last}"
        self._active[contract_id] = (template, payload)
        self._undo.append((contract_id, None))
        return contract_id

    def find_active(self, contract_id: str) -> Contract | None:
        return self._active.get(contract_id)

    def archive(self, contract_id: str) -> None:
        self._undo.append((contract_id, self._active.pop(contract_id)))


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

    def __init__(self, path: str, fsync: bool) -> None:
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.executescript(SCHEMA)
        self._connection.execute(PAST, (PAST_CONTRACTS,))
        self._connection.execute(f"PRAGMA synchronous = {'FULL' if fsync else 'NORMAL'}")

    @contextmanager
    def transaction(self) -> Iterator["SqliteStore"]:
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self
                self._connection.execute("COMMIT")
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise

    def create(self, template: str, payload: dict[str, Any]) -> str:
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
