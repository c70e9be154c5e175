// A receiver that survives: it verifies each delivery, stores it, answers, and then works on it once.
//
//   PORT=4000 WEBHOOK_SECRET=whsec_… DATABASE=receiver.db node examples/receivers/receiver.mjs
//
// Needs Node 22.13 or later and no package. Prints one line of JSON for each delivery that it has worked on.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

const { PORT = '4000', WEBHOOK_SECRET = '', DATABASE = 'receiver.db' } = process.env;
if (WEBHOOK_SECRET === '') throw new Error('WEBHOOK_SECRET is not set.');
const MOST_BYTES = 1024 * 1024;

const TOLERANCE_SECONDS = 300;
/** `whsec_` and padded base64. Any other secret is plain text. */
const WHSEC = /^whsec_(?=.)((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

const hmac = (key, ...parts) => parts.reduce((mac, part) => mac.update(part), createHmac('sha256', key));

/** Compares in a time that does not depend on where the texts differ. */
function isEqual(given, expected) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether the secret made the signatures, at most five minutes ago. Node has `headers` in lower case. */
function isSigned(rawBody, headers, secret) {
  const header = (name) => headers[name] ?? '';
  const seconds = header('webhook-timestamp');
  const isFresh = Math.abs(Date.now() / 1000 - Number(seconds)) <= TOLERANCE_SECONDS;
  const encoded = WHSEC.exec(secret)?.[1];
  const key = encoded === undefined ? secret : Buffer.from(encoded, 'base64');
  const ofBody = `sha256=${hmac(secret, rawBody).digest('hex')}`;
  const ofAttempt = `v1,${hmac(key, `${header('webhook-id')}.${seconds}.`, rawBody).digest('base64')}`;
  const place = header('webhook-signature')
    .split(' ')
    .findIndex((given) => isEqual(given, ofAttempt));
  const names = ['x-service-signature', 'x-service-signature-previous'];
  // Secrets from before the last rotation sign only `webhook-signature`, in its third place or later.
  return isFresh && place >= 0 && (place >= 2 || names.some((name) => isEqual(header(name), ofBody)));
}

const database = new DatabaseSync(DATABASE);
database.exec(`
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS deliveries (
    id TEXT PRIMARY KEY, alert_id TEXT, body TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS alerts (id TEXT PRIMARY KEY, state TEXT NOT NULL, hash TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS differences (id TEXT PRIMARY KEY, amount TEXT NOT NULL, asset TEXT NOT NULL);
`);

// The id of a delivery is the idempotency key: a retry or a replay has the same id, and is not stored again. The second
// signature covers this id.
const store = database.prepare('INSERT INTO deliveries (id, alert_id, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
const undone = database.prepare('SELECT id, alert_id, body FROM deliveries WHERE done = 0 ORDER BY rowid LIMIT 1');
const finish = database.prepare('UPDATE deliveries SET done = 1 WHERE id = ?');
const open = database.prepare(
  `INSERT INTO alerts VALUES (?, 'open', ?) ON CONFLICT (id) DO UPDATE SET hash = excluded.hash`,
);
const retract = database.prepare(
  `INSERT INTO alerts VALUES (?, 'retracted', ?)
   ON CONFLICT (id) DO UPDATE SET state = 'retracted', hash = excluded.hash`,
);
/** Reviews name the alert alone. A row that they make gets its hash from the alert. */
const acknowledge = database.prepare(
  `INSERT INTO alerts VALUES (?, 'acknowledged', '')
   ON CONFLICT (id) DO UPDATE SET state = 'acknowledged' WHERE state = 'open'`,
);
const resolve = database.prepare(
  `INSERT INTO alerts VALUES (?, 'resolved', '')
   ON CONFLICT (id) DO UPDATE SET state = 'resolved' WHERE state IN ('open', 'acknowledged')`,
);
const differ = database.prepare('INSERT INTO differences VALUES (?, ?, ?) ON CONFLICT DO NOTHING');

/**
 * The effect of each event. No order is guaranteed: an alert that comes after its retraction stays retracted, and an
 * acknowledgement that comes after the resolution changes nothing.
 */
const effects = {
  // A rule about a state may fire without a transaction.
  'alert.fired': (body, alertId) => open.run(alertId, body.transaction?.hash ?? ''),
  'alert.retracted': (body, alertId) => retract.run(alertId, body.transaction?.hash ?? ''),
  'alert.acknowledged': (_, alertId) => acknowledge.run(alertId),
  'alert.resolved': (_, alertId) => resolve.run(alertId),
  'coverage.difference': (body) => differ.run(body.reconciliation_id, body.difference, body.asset),
  ping: () => {},
};

/**
 * Works on every stored delivery. The effect and its mark are one transaction, so that a crash leaves both or neither.
 * An effect elsewhere, such as a page to a person, needs the id of the delivery as its own idempotency key.
 */
function work() {
  for (let row = undone.get(); row !== undefined; row = undone.get()) {
    const body = JSON.parse(row.body);
    database.exec('BEGIN IMMEDIATE');
    effects[body.event]?.(body, row.alert_id);
    finish.run(row.id);
    database.exec('COMMIT');
    console.log(JSON.stringify({ event: body.event, delivery: row.id, alert: row.alert_id }));
  }
}

/** The raw bytes of the body, or null when it is too long. */
async function bodyOf(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The status of the answer. 2xx says that the delivery is stored, so that it needs no retry. */
async function receive(request) {
  const body = await bodyOf(request);
  if (body === null) return 413;
  if (!isSigned(body, request.headers, WEBHOOK_SECRET)) return 401;
  const text = body.toString('utf8');
  const alertId = JSON.parse(text).event_id ?? request.headers['x-service-alert-id'] ?? null;
  store.run(request.headers['webhook-id'], alertId, text);
  return 204;
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => {
      response.writeHead(status).end();
      setImmediate(work);
    },
    (error) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
// What was stored before a crash is still to be done.
work();
server.listen(Number(PORT), () => console.error(`Listening on port ${server.address().port}`));
