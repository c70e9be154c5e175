import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import type { Deps } from '../../../lib/platform/deps.ts';
import { once } from '../../../lib/platform/http/idempotency.ts';
import { responder } from '../../../lib/platform/http/respond.ts';
import type { Route } from '../../../lib/platform/http/route.ts';
import { create } from '../../../lib/platform/table/create.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
import { IF_ABSENT } from '../../../lib/platform/table/write.ts';
import { ApiError } from '../../../lib/values/errors.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY } from '../../support/faults.ts';
import { aKey, anApiEvent, context, json, unlimited } from '../../support/gateway.ts';
import { quiet } from '../../support/quiet.ts';
import { uuid } from '../../support/records.ts';
import { testSealer } from '../../support/scenario.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

/*
 * Callers ask a route that creates a thing with a random secret. A caller repeats its request with the same key, while
 * the function fails at any of its calls. At the end there is one thing, and the answer shows this thing.
 */
quiet();

const route = {
  method: 'POST',
  path: '/api/things',
  handler: 'things/create-thing',
  scope: 'write',
  tag: 'Things',
  summary: 'Create a thing',
  body: z.strictObject({ name: z.string(), of: z.object({ a: z.number(), b: z.number() }).optional() }),
  responses: { 201: z.object({ id: z.string(), name: z.string(), secret: z.string(), at: z.string() }) },
  creates: true,
  access: {},
} as const satisfies Route;

const TIMEOUT_SECONDS = 10;

let deps: TestDeps;
let faults: Faults;
/** What each run waits for before it creates its thing. */
let waiting: () => Promise<void>;

beforeEach(async () => {
  const { name } = await makeTable();
  faults = new Faults();
  deps = testDeps(openTable(name, faults.over(dynamoDb())));
  waiting = async () => {};
});

const respond = responder<typeof route, Deps>(
  route,
  async ({ body, deps: { table, newId, randomBytes, now }, organisation }) => {
    if (body.name === 'refused') throw new ApiError('conflict', 'There is no room.');
    const thing = { id: newId(), name: body.name, at: now().toISOString() };
    const secret = randomBytes(16).toString('hex');
    await waiting();
    await create(table, { thing: { put: { pk: `THING#${organisation}`, sk: thing.id, ...thing }, ...IF_ABSENT } });
    return { ...thing, secret };
  },
  () => deps,
  unlimited,
  once(route, async () => testSealer),
);

async function ask(key: string | undefined, body: unknown = { name: 'a' }, apiKey = uuid(90)) {
  const headers = { ...json, ...(key !== undefined && { 'Idempotency-Key': key }) };
  const authorizer = aKey('write', { keyId: apiKey });
  const answer = await respond(anApiEvent({ headers, authorizer, body: JSON.stringify(body) }), context);
  const { id, code, secret } = z
    .looseObject({ id: z.string().optional(), code: z.string().optional(), secret: z.string().optional() })
    .parse(JSON.parse(answer.body));
  return { status: answer.statusCode, body: answer.body, id, code, secret };
}

async function items(): Promise<Record<string, unknown>[]> {
  const client = openTable(deps.table.name, dynamoDb()).client;
  return (await client.send(new ScanCommand({ TableName: deps.table.name }))).Items ?? [];
}
const things = async () => (await items()).filter(({ pk }) => String(pk).startsWith('THING#'));

describe('Requests with the same Idempotency-Key', () => {
  it('create one record and get one answer for 24 hours', async () => {
    const first = await ask('k');
    expect(first.status).toBe(201);
    deps.advance(86_399);
    expect(await ask('k')).toEqual(first);
    deps.advance(1);
    expect((await ask('k')).id).not.toBe(first.id);
    expect(await things()).toHaveLength(2);
  });

  it('get their answer although the SDK repeats the first write, whose answer was lost', async () => {
    faults.arm({ at: 1, fails: 'twice', process: 'goes on' });
    const first = await ask('k');
    expect(first.status).toBe(201);
    faults.arm(HEALTHY);
    expect(await ask('k')).toEqual(first);
  });

  it('may order the fields of the body in any way', async () => {
    const first = await ask('k', { name: 'a', of: { a: 1, b: 2 } });
    expect(await ask('k', { of: { b: 2, a: 1 }, name: 'a' })).toEqual(first);
  });

  it('are a conflict when their bodies differ', async () => {
    await ask('k');
    expect(await ask('k', { name: 'b' })).toMatchObject({ status: 409, code: 'idempotency_conflict' });
    expect(await things()).toHaveLength(1);
  });

  it('are different requests when another API key sends them', async () => {
    const [one, other] = [await ask('k'), await ask('k', { name: 'a' }, uuid(91))];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(await things()).toHaveLength(2);
  });

  it('wait for the first request, and no two of them run at once', async () => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    waiting = () => {
      reached.resolve();
      return gate.promise;
    };
    const first = ask('k');
    await reached.promise;
    const others = await Promise.all([ask('k'), ask('k')]);
    expect(others.map(({ code }) => code)).toEqual(['idempotency_in_progress', 'idempotency_in_progress']);
    gate.resolve();
    const answer = await first;
    expect(await ask('k')).toEqual(answer);
    expect(await things()).toHaveLength(1);
  });

  it('create one record when the first request goes on after another has taken over', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reached = Promise.withResolvers<void>();
    let runs = 0;
    waiting = () => {
      if (runs === 0) reached.resolve();
      return gates[runs++]?.promise ?? Promise.resolve();
    };
    const late = ask('k');
    await reached.promise;
    deps.advance(TIMEOUT_SECONDS + 1);
    const second = ask('k');
    gates[1]?.resolve();
    const answer = await second;
    expect(answer.status).toBe(201);
    gates[0]?.resolve();
    expect(await late).toMatchObject({ status: 409, code: 'idempotency_in_progress' });
    expect(await things()).toEqual([expect.objectContaining({ id: answer.id })]);
  });

  it('run again after a refusal, also with another body', async () => {
    expect(await ask('k', { name: 'refused' })).toMatchObject({ status: 409, code: 'conflict' });
    expect((await ask('k', { name: 'b' })).status).toBe(201);
  });

  it('store no secret that can be read', async () => {
    const { secret = '' } = await ask('k');
    const stored = JSON.stringify(await items());
    expect(stored).toContain('IDEMPOTENCY#');
    for (const form of ['utf8', 'hex', 'base64'] as const) {
      expect(stored).not.toContain(Buffer.from(secret, 'hex').toString(form));
      expect(stored).not.toContain(Buffer.from(secret).toString(form));
    }
  });
});

describe('An Idempotency-Key', () => {
  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('is refused as %j', async (key) => {
    expect(await ask(key)).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(await items()).toEqual([]);
  });

  it('may have 255 visible characters, and need not be sent', async () => {
    expect((await ask('~'.repeat(255))).status).toBe(201);
    expect((await ask(undefined)).status).toBe(201);
    expect((await items()).filter(({ sk }) => String(sk).startsWith('IDEMPOTENCY#'))).toHaveLength(1);
  });
});

describe('A request whose function fails', () => {
  const plans = [1, 2, 3, 4].flatMap((at) =>
    (['before', 'after'] as const).flatMap((fails) =>
      (['dies', 'goes on'] as const).map((process) => ({ at, fails, process })),
    ),
  );

  it.each(plans)(
    'creates one record in the end: call $at fails $fails its effect, the process $process',
    async (plan) => {
      faults.arm(plan);
      const seen: Awaited<ReturnType<typeof ask>>[] = [];
      await faults.process(async () => void seen.push(await ask('k')));
      faults.arm(HEALTHY);
      // A new process.
      await faults.process(async () => {
        const soon = await ask('k');
        expect([201, 409]).toContain(soon.status);
        if (soon.status === 201) seen.push(soon);
        deps.advance(TIMEOUT_SECONDS + 1);
        seen.push(await ask('k'));
      });
      const last = seen.at(-1);
      expect(last?.status).toBe(201);
      expect(await things()).toEqual([expect.objectContaining({ id: last?.id })]);
      // Whoever got an answer got the same answer, with the same secret.
      expect(new Set(seen.filter(({ status }) => status === 201).map(({ body }) => body)).size).toBe(1);
    },
  );
});
