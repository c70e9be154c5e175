import { beforeAll, describe, expect, it } from '@jest/globals';
import { tableTokenCache } from '../../lib/chains/token-cache.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { dynamoDb, makeTable } from '../support/table.ts';

quiet();
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const DAY = 24 * 60 * 60;
const usdc = { symbol: 'USDC', decimals: 6, seconds: DAY };

describe('tableTokenCache', () => {
  let table: Table;
  let deps: TestDeps;
  beforeAll(async () => {
    table = await makeTable();
  });
  const cacheOf = (chain: 'ethereum' | 'base', start?: string) => {
    deps = testDeps(table, start);
    return tableTokenCache(chain, deps);
  };

  it('returns a stored token only for the chain of the token', async () => {
    await cacheOf('ethereum').put(TOKEN, usdc);
    expect(await cacheOf('ethereum').get(TOKEN)).toEqual(usdc);
    expect(await cacheOf('base').get(TOKEN)).toBeNull();
  });

  it.each([
    ['a token', usdc],
    ['a token without symbol and decimals', { symbol: null, decimals: null, seconds: 3_600 }],
  ])('keeps %s for as long as the reader says, and states how long that still is', async (_what, token) => {
    const cache = cacheOf('ethereum');
    await cache.put(TOKEN, token);
    deps.advance(token.seconds - 1);
    expect(await cache.get(TOKEN)).toEqual({ ...token, seconds: 1 });
    deps.advance(1);
    expect(await cache.get(TOKEN)).toBeNull();
  });

  it('returns null when the table fails or contains a malformed item', async () => {
    const nowhere = tableTokenCache('ethereum', testDeps(openTable('no-such-table', dynamoDb())));
    await nowhere.put(TOKEN, usdc);
    expect(await nowhere.get(TOKEN)).toBeNull();
    await write(table, { put: { ...keys.token('base', TOKEN), symbol: 7, decimals: -1 } });
    expect(await cacheOf('base').get(TOKEN)).toBeNull();
  });
});
