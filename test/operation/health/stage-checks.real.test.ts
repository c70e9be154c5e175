import { beforeEach, describe, expect, it } from '@jest/globals';
import { answerCheck } from '../../../lib/operation/health/answer-check.ts';
import { checkAll } from '../../../lib/operation/health/part-check.ts';
import { type InspectedStage, stageChecks } from '../../../lib/operation/health/stage-checks.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { cursorRepo } from '../../../lib/watch/cursor.ts';
import type { Cursor } from '../../../lib/watch/schema.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { blockHash, uuid } from '../../support/records.ts';
import { capturedLog } from '../../support/stderr.ts';
import { makeTable } from '../../support/table.ts';

let deps: TestDeps;
let healthy: InspectedStage;
beforeEach(async () => {
  capturedLog();
  deps = testDeps(await makeTable());
  healthy = {
    ...deps,
    queues: [],
    dataKey: async () => 'k'.repeat(64),
    rpcUrls: async () => null,
    chains: [],
  };
});

/** The table of a busy machine takes its time. Only a part that never answers may run out of it. */
const PATIENCE_MS = 60_000;

/** The checks of a stage that differs from a healthy stage, by their names. */
async function checksOf(less: Partial<InspectedStage>, patienceMs: number) {
  const found = await checkAll(stageChecks({ ...healthy, ...less }), patienceMs);
  return new Map(found.map(({ name, status, detail }) => [name, { status, detail }]));
}

const checkOf = async (name: string, less: Partial<InspectedStage> = {}) =>
  (await checksOf(less, PATIENCE_MS)).get(name);

const queue = (name: string, depth: () => Promise<number>) => ({ queues: [{ name, depth }] });
const never = new Promise<never>(() => {});
const failing = (detail: string) => ({ status: 'failing', detail });
const ok = (detail: string) => ({ status: 'ok', detail });

describe('The checks of a stage', () => {
  it('find a healthy table, and one that is missing', async () => {
    expect(await checkOf('table')).toEqual(ok('The table answers.'));
    const table = { ...deps.table, name: 'no-such-table' };
    expect(await checkOf('table', { table })).toEqual(failing('The check failed: ResourceNotFoundException.'));
  });

  it('find messages in a DLQ, and not in a queue, where they wait for their consumer', async () => {
    expect(
      await checkOf(
        'queue deliveries',
        queue('deliveries', async () => 7),
      ),
    ).toEqual(ok('7 messages wait.'));
    const dlq = (messages: number) =>
      checkOf(
        'queue deliveries-dlq',
        queue('deliveries-dlq', async () => messages),
      );
    expect(await dlq(0)).toEqual(ok('0 messages wait.'));
    expect(await dlq(2)).toEqual(failing('2 messages could not be processed.'));
  });

  it('find a part that does not answer in time, and go on', async () => {
    const found = await checksOf(
      queue('retries', () => never),
      5_000,
    );
    expect(found.get('queue retries')).toEqual(failing('No answer within 5 s.'));
    expect(found.get('table')).toEqual(ok('The table answers.'));
  });

  it('name the kind of an error and not its text, which may hold a URL or a tenant', async () => {
    const refused = queue('retries', async () => {
      throw new TypeError('https://sqs.example/123/chainwatch of 7c9e6679');
    });
    expect(await checkOf('queue retries', refused)).toEqual(failing('The check failed: TypeError.'));
  });

  it.each([
    ['has no value', null, 'The secret has no value.'],
    ['is too short', 'short', 'The check failed: ZodError.'],
  ])('find a data key that %s', async (_what, text, detail) => {
    expect(await checkOf('secret data-key')).toEqual(ok('The key seals and opens.'));
    expect(await checkOf('secret data-key', { dataKey: async () => text })).toEqual(failing(detail));
  });

  it('find watched chains without RPC URLs, and a secret that is no JSON', async () => {
    const chains = ['ethereum', 'solana'] as const;
    const urls = async () => JSON.stringify({ ethereum: ['https://node.example/KEY'] });
    expect(await checkOf('secret rpc-urls')).toEqual(ok('Each watched chain has a URL.'));
    expect(await checkOf('secret rpc-urls', { chains, rpcUrls: urls })).toEqual(failing('No URL for solana.'));
    const rpcUrls = async () => 'https://node.example/KEY';
    expect(await checkOf('secret rpc-urls', { rpcUrls })).toEqual(failing('The check failed: SyntaxError.'));
  });
});

describe('The check of a watched chain', () => {
  const chain = 'ethereum';
  const check = () => checkOf(`chain ${chain}`, { chains: [chain] });

  /** A chain whose last block is as old as the lease of its watcher. */
  async function scanned(): Promise<Cursor> {
    const cursors = cursorRepo(deps);
    const cursor = await cursors.begin(chain, 100);
    const timestamp = deps.now().toISOString();
    const moved = cursor && (await cursors.move(cursor, { height: 100, hash: blockHash('a'), timestamp }));
    await lease(112);
    if (!moved) throw new Error('The cursor did not move');
    return moved;
  }
  const lease = (head: number) => cursorRepo(deps).lease(chain, uuid(1), { confirmations: 12, head });

  it('finds a chain that was never scanned', async () => {
    expect(await check()).toEqual(failing('Never scanned.'));
  });

  it('finds a chain at its head healthy, and failing when it lags', async () => {
    await scanned();
    expect(await check()).toEqual(ok('0 blocks, 0 s behind.'));
    deps.advance(400);
    await lease(150);
    expect(await check()).toEqual(failing('38 blocks, 400 s behind.'));
  });

  it('finds a chain that nobody scans', async () => {
    await scanned();
    deps.advance(600);
    expect(await check()).toEqual(failing('Nobody scans.'));
  });

  it('finds a stopped chain, and does not repeat the reason', async () => {
    await cursorRepo(deps).stop(await scanned(), 'node https://node.example/KEY');
    expect(await check()).toEqual(failing(`Stopped since ${deps.now().toISOString()}.`));
  });
});

describe('A key that asks too often', () => {
  it('gets no checks', async () => {
    const organisationId = OrganisationId.parse(uuid(2));
    const times = { name: 'Key', revokedAt: null, expiresAt: null, lastUsedAt: null };
    let checked = 0;
    const answer = await answerCheck(
      {
        apiKeys: { valid: async () => ({ id: uuid(1), organisationId, scope: 'admin', ...times }) },
        suspensions: { find: async () => null },
        limiter: { take: async () => 1.5 },
        checks: [{ name: 'part', run: async () => ({ status: 'ok', detail: String(checked++) }) }],
      },
      { sha256: 'x' },
    );
    expect(answer).toEqual({ refused: 'rate_limited', seconds: 1.5 });
    expect(checked).toBe(0);
  });
});
