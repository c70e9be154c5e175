import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { type LocalStack, startStack } from '../../local/cli/local-stack.ts';
import { type Answer, type ApiClient, api, newOrganisation, refusalOf } from '../support/api.ts';

const LIMITED = { status: 429, code: 'rate_limited' };
const BURST = 8;

/** A stack with a low rate limit. On the slowest machine, no key regains a request during this test. */
let stack: LocalStack;
const log: string[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-test-rate-'));
beforeAll(async () => {
  stack = await startStack({
    port: 0,
    dataDir,
    rateLimit: `1,${BURST}`,
    anvil: false,
    log: (text) => void log.push(text),
  });
});
afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const organisation = () => newOrganisation(stack.awsEndpoint, stack.baseUrl);
const times = <T>(count: number, ask: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, ask));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

/** Sends requests to different routes, and so to different functions, until the key gets a 429. */
async function exhaust(client: ApiClient): Promise<Answer[]> {
  const lists = [routes.listWallets, routes.listRules, routes.listWebhooks, routes.exportTransactions];
  // Alone: the gateway asks the authorizer for each request until it knows the key, and the authorizer has few seconds.
  const first = await client.call(routes.listWallets);
  return [first, ...(await Promise.all(lists.map((route) => times(BURST, () => client.call(route))))).flat()];
}

/** The requests that could not be counted and were let in. */
const notCounted = () => log.filter((line) => line.includes('rate_limit.not_counted'));

describe('An API key above its rate limit', () => {
  it('gets 429 with the time to wait, after a burst over all routes together', async () => {
    const started = performance.now();
    const answers = await exhaust((await organisation()).api);
    const refilled = Math.ceil((performance.now() - started) / 1000);
    expect(notCounted()).toEqual([]);
    const passed = statuses(answers).filter((status) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(BURST);
    expect(passed).toBeLessThanOrEqual(BURST + refilled);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(refusalOf(answer)).toEqual(LIMITED);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
  });

  it('may send requests again after the time in Retry-After', async () => {
    const { api: client } = await organisation();
    await exhaust(client);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await client.call(routes.listWallets)).status).toBe(200);
  });

  it('affects neither other keys of its organisation nor requests without a key', async () => {
    const mine = await organisation();
    const { key } = await mine.api.ok(routes.createKey, { body: { name: 'Another', scope: 'read' } });
    await exhaust(mine.api);
    expect((await api(key, stack.baseUrl).call(routes.listWallets)).status).toBe(200);
    expect(statuses(await times(BURST * 2, () => api(undefined, stack.baseUrl).call(routes.health)))).not.toContain(
      429,
    );
  });

  it('gets the error of its scope before the 429, and the error of its body after the 429', async () => {
    const mine = await organisation();
    const { key } = await mine.api.ok(routes.createKey, { body: { name: 'Reader', scope: 'read' } });
    const reader = api(key, stack.baseUrl);
    await Promise.all([exhaust(mine.api), exhaust(reader)]);
    const post = { method: 'POST', path: '/api/wallets', body: 'not json, no media type' };
    expect(refusalOf(await reader.raw(post))).toEqual({ status: 403, code: 'forbidden' });
    // More than its burst: this key may have regained requests while the test exhausted the other key.
    const answers = await times(4 * BURST, () => mine.api.raw(post));
    expect(answers.map(refusalOf)).toContainEqual(LIMITED);
  });
});
