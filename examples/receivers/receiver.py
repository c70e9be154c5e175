"""A receiver that survives: it verifies each delivery, stores it, answers, and then works on it once.

    PORT=4000 WEBHOOK_SECRET=whsec_… DATABASE=receiver.db python3 examples/receivers/receiver.py

Needs Python 3.9 or later and no package. Prints one line of JSON for each delivery that it has worked on.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import sqlite3
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT = int(os.environ.get("PORT", "4000"))
SECRET = os.environ["WEBHOOK_SECRET"]
DATABASE = os.environ.get("DATABASE", "receiver.db")
MOST_BYTES = 1024 * 1024

TOLERANCE_SECONDS = 300
# `whsec_` and padded base64. Any other secret is plain text.
WHSEC = re.compile(r"whsec_(?=.)((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)")


def is_fresh(seconds: str) -> bool:
    return seconds.isdecimal() and abs(time.time() - int(seconds)) <= TOLERANCE_SECONDS


def is_signed(raw_body: bytes, headers, secret: str) -> bool:
    """Whether the secret made the signatures, at most five minutes ago."""
    seconds = headers.get("webhook-timestamp", "")
    encoded = WHSEC.fullmatch(secret)
    key = base64.b64decode(encoded[1]) if encoded else secret.encode()
    signed = f"{headers.get('webhook-id', '')}.{seconds}.".encode() + raw_body
    of_body = "sha256=" + hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    of_attempt = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()

    def place_of(expected: str, given) -> int:
        same = [hmac.compare_digest(each.encode(), expected.encode()) for each in given]
        return same.index(True) if True in same else -1

    place = place_of(of_attempt, headers.get("webhook-signature", "").split(" "))
    names = ["X-Service-Signature", "X-Service-Signature-Previous"]
    # Secrets from before the last rotation sign only `webhook-signature`, in its third place or later.
    has_body = place >= 2 or place_of(of_body, [headers.get(name, "") for name in names]) >= 0
    return is_fresh(seconds) and place >= 0 and has_body


def connected() -> sqlite3.Connection:
    database = sqlite3.connect(DATABASE, timeout=5)
    database.row_factory = sqlite3.Row
    return database


def prepare() -> None:
    database = connected()
    database.executescript("""
        PRAGMA journal_mode = WAL;
        CREATE TABLE IF NOT EXISTS deliveries (
          id TEXT PRIMARY KEY, alert_id TEXT, body TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE IF NOT EXISTS alerts (id TEXT PRIMARY KEY, state TEXT NOT NULL, hash TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS differences (id TEXT PRIMARY KEY, amount TEXT NOT NULL, asset TEXT NOT NULL);
    """)
    database.close()


def store(delivery_id: str, alert_id, text: str) -> None:
    """The id of a delivery is the idempotency key: a retry or a replay has the same id, and is not stored again. The
    second signature covers this id.
    """
    database = connected()
    with database:
        database.execute(
            "INSERT INTO deliveries (id, alert_id, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (delivery_id, alert_id, text),
        )
    database.close()


def hash_of(body: dict) -> str:
    """A rule about a state may fire without a transaction."""
    return body["transaction"]["hash"] if body["transaction"] else ""


def take_effect(database: sqlite3.Connection, body: dict, alert_id) -> None:
    """The effect of each event. No order is guaranteed: an alert that comes after its retraction stays retracted, and
    an acknowledgement that comes after the resolution changes nothing. Reviews name the alert alone: a row that they
    make gets its hash from the alert.
    """
    event = body["event"]
    if event == "alert.fired":
        row = (alert_id, hash_of(body))
        database.execute(
            "INSERT INTO alerts VALUES (?, 'open', ?) ON CONFLICT (id) DO UPDATE SET hash = excluded.hash", row
        )
    elif event == "alert.retracted":
        row = (alert_id, hash_of(body))
        database.execute(
            "INSERT INTO alerts VALUES (?, 'retracted', ?) "
            "ON CONFLICT (id) DO UPDATE SET state = 'retracted', hash = excluded.hash",
            row,
        )
    elif event == "alert.acknowledged":
        database.execute(
            "INSERT INTO alerts VALUES (?, 'acknowledged', '') "
            "ON CONFLICT (id) DO UPDATE SET state = 'acknowledged' WHERE state = 'open'",
            (alert_id,),
        )
    elif event == "alert.resolved":
        database.execute(
            "INSERT INTO alerts VALUES (?, 'resolved', '') "
            "ON CONFLICT (id) DO UPDATE SET state = 'resolved' WHERE state IN ('open', 'acknowledged')",
            (alert_id,),
        )
    elif event == "coverage.difference":
        row = (body["reconciliation_id"], body["difference"], body["asset"])
        database.execute("INSERT INTO differences VALUES (?, ?, ?) ON CONFLICT DO NOTHING", row)


def work(database: sqlite3.Connection) -> None:
    """Works on every stored delivery. The effect and its mark are one transaction, so that a crash leaves both or
    neither. An effect elsewhere, such as a page to a person, needs the id of the delivery as its own idempotency key.
    """
    while True:
        row = database.execute("SELECT * FROM deliveries WHERE done = 0 ORDER BY rowid LIMIT 1").fetchone()
        if row is None:
            return
        body = json.loads(row["body"])
        with database:
            take_effect(database, body, row["alert_id"])
            database.execute("UPDATE deliveries SET done = 1 WHERE id = ?", (row["id"],))
        print(json.dumps({"event": body["event"], "delivery": row["id"], "alert": row["alert_id"]}), flush=True)


class Receiver(BaseHTTPRequestHandler):
    # A sender that stops in the middle of a request holds its thread no longer than this.
    timeout = 10

    def do_POST(self) -> None:
        self.send_response(self.receive())
        self.end_headers()
        wake.set()

    def receive(self) -> int:
        """The status of the answer. 2xx says that the delivery is stored, so that it needs no retry."""
        length = int(self.headers.get("Content-Length", "0"))
        if not 0 <= length <= MOST_BYTES:
            return 413
        body = self.rfile.read(length)
        if not is_signed(body, self.headers, SECRET):
            return 401
        alert_id = json.loads(body).get("event_id") or self.headers.get("X-Service-Alert-Id")
        try:
            store(self.headers["webhook-id"], alert_id, body.decode())
        except sqlite3.Error as error:
            print(error, file=sys.stderr)
            return 500
        return 204

    def log_message(self, *_) -> None:
        """Without a line for each request: standard output has a line for each delivery that was worked on."""


prepare()
wake = threading.Event()
server = ThreadingHTTPServer(("", PORT), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"Listening on port {server.server_port}", file=sys.stderr, flush=True)
worker = connected()
# What was stored before a crash is still to be done.
while True:
    wake.clear()
    work(worker)
    wake.wait()
