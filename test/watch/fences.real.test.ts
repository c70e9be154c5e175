import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { openTable, type Table } from '../../lib/platform/table/table.ts';
import { pausing } from '../support/pause.ts';
import { quiet } from '../support/quiet.ts';
import { hashOf, SENDER } from '../support/scenario.ts';
import { dynamoDb } from '../support/table.ts';
import { holding, type Payments, payment, paymentChain, readerOf } from './payments.ts';
import { watchedScenario, watching } from './watched.ts';

quiet();

const out = (n: number) => payment(n, { from: SENDER });
const outs = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => out(from + n));

async function watchingPayments(...contents: readonly Payments[]) {
  const chain = paymentChain(...contents);
  const watched = await watchedScenario(readerOf(chain));
  await watched.scenario.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
  return { chain, ...watched };
}

async function fencesIn(table: Table) {
  const { Items } = await table.client.send(new ScanCommand({ TableName: table.name }));
  return z
    .array(z.looseObject({ pk: z.string() }))
    .parse(Items)
    .filter(({ pk }) => pk.startsWith('FENCE#'));
}

/** The size of an item as DynamoDB counts it: names and values of the attributes; a number counts at most 21 bytes. */
const sizeOf = (item: object): number =>
  Object.entries(item).reduce(
    (sum, [name, value]) => sum + name.length + (typeof value === 'number' ? 21 : `${value}`.length),
    0,
  );

describe('the fences of a block', () => {
  it('are one for each writer, at most sixteen, of a hundred bytes at most', async () => {
    const { deps, all, records } = await watchingPayments(holding(...outs(1, 50)));
    await all();
    expect((await records()).size).toBe(50);
    const fences = await fencesIn(deps.table);
    expect(fences).toHaveLength(16);
    for (const fence of fences) expect(sizeOf(fence)).toBeLessThanOrEqual(100);
  });

  it('are not needed by a block with one record', async () => {
    const { deps, all, records } = await watchingPayments(holding(out(1)));
    await all();
    expect((await records()).size).toBe(1);
    expect(await fencesIn(deps.table)).toEqual([]);
  });

  it('go with a block that the chain no longer has at its height', async () => {
    const { chain, deps, all } = await watchingPayments(holding(), holding(...outs(1, 6)));
    await all();
    expect(await fencesIn(deps.table)).toHaveLength(3);
    chain.reorg(1, [holding()]);
    await all();
    expect(await fencesIn(deps.table)).toEqual([]);
  });

  // Scenario: a scan stands still before one of its calls. Meanwhile another block replaces the block, and a second
  // scan records the other block. Then the first scan goes on.
  it('refuse the records of a scan whose block was replaced while the scan stood still', async () => {
    async function overtaken(call: number) {
      const { chain, deps, scenario, all, records } = await watchingPayments(holding(), holding(...outs(1, 8)));
      const { client, until, goOn } = pausing(dynamoDb(), call);
      const slow = watching(deps, scenario, readerOf(chain), 'anvil', {
        table: openTable(deps.table.name, client),
      });
      const { stopped, done } = await until(() => slow.all().catch(() => undefined));
      chain.reorg(1, [holding(...outs(7, 12))]);
      await all();
      goOn();
      await done;
      await all();
      const inChain = [...(await records()).values()].filter(({ reorged }) => !reorged);
      return { stopped, hashes: inChain.map(({ hash }) => hash).sort() };
    }
    const expected = outs(7, 12)
      .map((_, n) => hashOf(n + 7))
      .sort();
    let call = 1;
    for (let stopped = true; stopped; call++) {
      const outcome = await overtaken(call);
      expect({ call, hashes: outcome.hashes }).toEqual({ call, hashes: expected });
      stopped = outcome.stopped;
    }
    expect(call).toBeGreaterThan(12);
  });
});
