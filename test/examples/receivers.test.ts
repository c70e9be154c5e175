import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import {
  AlertFiredBody,
  AlertResolvedBody,
  AuditCheckpointBody,
  ConfigurationChangedBody,
  CoverageDifferenceBody,
  PingBody,
  WalletThrottledBody,
} from '../../functions/api-document/webhook-bodies.ts';
import { type Signable, signatureHeaders } from '../../lib/channels/http/sign.ts';
import { post } from '../../lib/platform/outbound/post.ts';
import { eventually } from '../support/eventually.ts';
import {
  blockOf,
  blocksOf,
  freePort,
  goReceiver,
  isInstalled,
  nodeReceiver,
  pythonReceiver,
  type RunningReceiver,
  root,
  startReceiver,
} from './receiver-process.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const otherSecret = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const body = '{"event":"ping","text":"Zoë 🐋"}';

const signed = (more: Partial<Signable> = {}) =>
  signatureHeaders({ body, deliveryId: '2b8f3f0a', timestamp: new Date(), secret, ...more });
/** The beginning of the answer to the bytes of a request. The sender keeps the connection open. */
async function answerTo(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer);
}
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

for (const program of [nodeReceiver, pythonReceiver, goReceiver]) {
  const isHere = isInstalled(program);
  const reason = isHere ? '' : `, skipped because ${program.tool[0]} is not on this machine,`;

  (isHere ? describe : describe.skip)(`the receiver in ${program.language}${reason}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
    let receiver: RunningReceiver;
    const deliver = async (headers: Record<string, string>, sent = body) =>
      (await post({ url: receiver.url, headers, body: sent, policy: 'loopback' })).statusCode;

    beforeAll(async () => {
      receiver = await startReceiver(program.commandIn(folder), { secret, port: await freePort(), folder });
    });
    afterAll(async () => {
      await receiver.kill();
      rmSync(folder, { recursive: true });
    });

    it('accepts a delivery that is signed with its secret', async () => {
      await expect(deliver(signed())).resolves.toBe(204);
    });

    it('accepts a delivery during a rotation with the new or the old secret', async () => {
      await expect(deliver(signed({ previousSecrets: [otherSecret] }))).resolves.toBe(204);
      await expect(deliver(signed({ secret: otherSecret, previousSecrets: [secret] }))).resolves.toBe(204);
    });

    it('accepts a delivery after two rotations within a day, and no other body', async () => {
      const rotatedTwice = signed({ secret: 'newest', previousSecrets: [otherSecret, secret] });
      await expect(deliver(rotatedTwice)).resolves.toBe(204);
      await expect(deliver(rotatedTwice, body.replace('ping', 'gnip'))).resolves.toBe(401);
    });

    it('refuses another secret, another body, another id, another signature and no signature', async () => {
      await expect(deliver(signed({ secret: otherSecret }))).resolves.toBe(401);
      await expect(deliver(signed(), body.replace('ping', 'gnip'))).resolves.toBe(401);
      await expect(deliver({ ...signed(), 'webhook-id': 'other' })).resolves.toBe(401);
      for (const name of ['X-Service-Signature', 'webhook-signature', 'webhook-timestamp']) {
        await expect(deliver({ ...signed(), [name]: 'sha256=' })).resolves.toBe(401);
        await expect(deliver({ ...signed(), [name]: '' })).resolves.toBe(401);
      }
      await expect(deliver({})).resolves.toBe(401);
    });

    it('takes a secret that is whsec_ and no base64 for plain text, as the service does', async () => {
      const own = 'whsec_not-base64';
      const other = await startReceiver(program.commandIn(folder), { secret: own, port: await freePort(), folder });
      const headers = signed({ secret: own, deliveryId: 'own' });
      const { statusCode } = await post({ url: other.url, headers, body, policy: 'loopback' });
      await other.kill();
      expect(statusCode).toBe(204);
    });

    it('refuses a delivery that was recorded more than five minutes ago', async () => {
      await expect(deliver(signed({ timestamp: secondsAgo(240) }))).resolves.toBe(204);
      await expect(deliver(signed({ timestamp: secondsAgo(301) }))).resolves.toBe(401);
      await expect(deliver(signed({ timestamp: secondsAgo(-360) }))).resolves.toBe(401);
    });
  });
}

const bodyOf = (event: string) => JSON.stringify({ event, transaction: { hash: '0x1' } });

describe.each([nodeReceiver, pythonReceiver].filter(isInstalled))('the receiver in $language', (program) => {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  let receiver: RunningReceiver;
  beforeAll(async () => {
    receiver = await startReceiver(program.commandIn(folder), { secret, port: await freePort(), folder });
  });
  afterAll(async () => {
    await receiver.kill();
    rmSync(folder, { recursive: true });
  });

  const deliver = (deliveryId: string, event: string, alert = 'alert') => {
    const headers = { ...signed({ deliveryId, body: bodyOf(event) }), 'X-Service-Alert-Id': alert };
    return post({ url: receiver.url, headers, body: bodyOf(event), policy: 'loopback' });
  };
  const shown = (sql: string) => {
    const database = new DatabaseSync(join(folder, 'receiver.db'), { readOnly: true });
    const rows = database.prepare(sql).all();
    database.close();
    return rows.map((row) => Object.values(row));
  };

  it('refuses a body of less than nothing without waiting for it', async () => {
    const answer = await answerTo(receiver.url, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.\d 4(00|13) /);
  });

  it('keeps a retraction that comes before its alert, works once on each delivery, and takes any event', async () => {
    await deliver('1', 'alert.retracted');
    await deliver('2', 'alert.fired');
    await deliver('1', 'alert.retracted');
    expect(await deliver('3', 'alert.invented')).toMatchObject({ statusCode: 204 });
    await eventually(
      () => receiver.done,
      (done) => done.some(({ delivery }) => delivery === '3'),
    );
    expect(receiver.done.map(({ delivery }) => delivery)).toEqual(['1', '2', '3']);
    expect(shown('SELECT id, state FROM alerts')).toEqual([['alert', 'retracted']]);
    expect(shown('SELECT id, done FROM deliveries')).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 1],
    ]);
  });

  it('keeps a review that comes before its alert, and drops an acknowledgement after the resolution', async () => {
    await deliver('4', 'alert.acknowledged', 'reviewed');
    await deliver('5', 'alert.fired', 'reviewed');
    await eventually(
      () => shown("SELECT state, hash FROM alerts WHERE id = 'reviewed'"),
      (rows) => rows.some(([, hash]) => hash === '0x1'),
    );
    expect(shown("SELECT state FROM alerts WHERE id = 'reviewed'")).toEqual([['acknowledged']]);
    await deliver('6', 'alert.resolved', 'reviewed');
    await deliver('7', 'alert.acknowledged', 'reviewed');
    await eventually(
      () => receiver.done,
      (done) => done.some(({ delivery }) => delivery === '7'),
    );
    expect(shown("SELECT state FROM alerts WHERE id = 'reviewed'")).toEqual([['resolved']]);
  });
});

describe('docs/webhooks.md', () => {
  it('shows a body of each kind as the OpenAPI document describes it', () => {
    const Body = z.discriminatedUnion('event', [
      AlertFiredBody,
      AlertResolvedBody,
      CoverageDifferenceBody,
      WalletThrottledBody,
      ConfigurationChangedBody,
      AuditCheckpointBody,
      PingBody,
    ]);
    const bodies = blocksOf('json').map((block) => Body.parse(JSON.parse(block)).event);
    expect(bodies).toEqual([
      ...['alert.fired', 'alert.resolved', 'audit.checkpoint', 'coverage.difference'],
      ...['wallet.throttled', 'configuration.changed', 'ping'],
    ]);
  });

  it.each([
    ['js', 'receiver.mjs', 'const TOLERANCE_SECONDS'],
    ['python', 'receiver.py', 'TOLERANCE_SECONDS'],
  ])('shows in %s the verification of examples/receivers/%s', (language, file, beginning) => {
    const code = blockOf(language);
    const verification = code.slice(code.indexOf(beginning));
    expect(verification.length).toBeGreaterThan(500);
    expect(readFileSync(join(root, 'examples/receivers', file), 'utf8')).toContain(verification);
  });
});
