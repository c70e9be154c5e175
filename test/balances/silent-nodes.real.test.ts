import { describe, expect, it } from '@jest/globals';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { quiet } from '../support/quiet.ts';
import { THEIRS } from '../support/records.ts';
import { checking } from './checked.ts';
import { changing } from './made-balances.ts';
import { oneOfEach, pays } from './one-of-each.ts';

quiet();

/** The blocks of the changes: 3 (unexplained), 4 (a plain and a hidden payment) and 5 (empty). */
const RANGE = { fromHeight: 3, toHeight: 5 };

/** A wallet whose balance changed. The nodes give no old states while they are silent. */
async function silent() {
  const { chain, reader, deps, scenario, ...found } = await oneOfEach([]);
  const { accounts } = reader;
  const nodes = { areSilent: true };
  const behind: ChainReader = {
    ...reader,
    accounts: async (addresses, at, signal) => {
      if (accounts === undefined || (nodes.areSilent && at.height < chain.head)) {
        throw new ChainUnavailableError('anvil', 'missing trie node');
      }
      return accounts(addresses, at, signal);
    },
  };
  const { run } = checking(deps, scenario, behind);
  return { ...found, chain, deps, scenario, run, nodes };
}

/** The same after two minutes, when the check has given up. */
async function givenUp() {
  const watched = await silent();
  for (const seconds of [0, 119]) {
    watched.deps.advance(seconds);
    await expect(watched.run()).rejects.toThrow(ChainUnavailableError);
    expect(await watched.found()).toEqual([]);
  }
  watched.deps.advance(1);
  await watched.run();
  const { chain, scenario, wallet } = watched;
  return {
    ...watched,
    /** Imports a payment to the wallet in a block. Returns the id of the record. */
    async importing(height: number, amount: string): Promise<string> {
      const block = chain.links[height];
      const of = { walletId: wallet.id, chain: 'anvil', blockNumber: block?.height, fromAddress: THEIRS };
      const more = { toAddress: wallet.address, blockTimestamp: block?.content.timestamp, valueDecimal: amount };
      return (await scenario.record(height, { ...of, ...more })).id;
    },
  };
}

describe('a deviation while no node gives old states', () => {
  it('is one difference over the whole range after two minutes, and is reported once', async () => {
    const { chain, run, found, recorded, reports, amounts } = await givenUp();
    const difference = { ...RANGE, status: 'open', expected: '1001', actual: '1011', difference: '10', recorded: '1' };
    expect(await found()).toMatchObject([difference]);
    for (let n = 0; n < 3; n++) {
      chain.append(changing());
      await run();
    }
    expect(await found()).toMatchObject([difference]);
    expect((await recorded()).map(({ source }) => source)).toEqual(['watch']);
    expect(Object.values(await amounts())).toEqual(['1011']);
    expect((await reports()).map(({ channel }) => channel.kind).sort()).toEqual(['email', 'webhook']);
  });

  it('is found block by block when a node answers within two minutes', async () => {
    const { deps, run, found, recorded, nodes } = await silent();
    await expect(run()).rejects.toThrow(ChainUnavailableError);
    deps.advance(119);
    nodes.areSilent = false;
    await run();
    expect((await recorded()).map(({ source }) => source).sort()).toEqual(['reconcile', 'watch']);
    expect(await found()).toMatchObject([
      { fromHeight: 3, toHeight: 3, status: 'open', difference: '3' },
      { fromHeight: 4, toHeight: 4, status: 'explained', difference: '7' },
    ]);
  });

  it('is investigated again when nodes answer, and does not hide what a later block changes', async () => {
    const { chain, run, found, recorded, reports, nodes, importing } = await givenUp();
    nodes.areSilent = false;
    chain.append(changing(pays('hidden', '2')));
    await run();
    const records = (await recorded()).map(({ source, tokenAmount }) => `${source} ${tokenAmount}`);
    expect(records.sort()).toEqual(['reconcile 2', 'reconcile 7', 'watch 1']);
    const explained = [
      { fromHeight: 4, toHeight: 4, status: 'explained', difference: '7' },
      { fromHeight: 6, toHeight: 6, status: 'explained', difference: '2' },
    ];
    expect(await found()).toMatchObject([{ ...RANGE, status: 'open', difference: '10' }, ...explained]);
    await importing(3, '3');
    chain.append(changing());
    await run();
    expect(await found()).toMatchObject([{ ...RANGE, status: 'explained' }, ...explained]);
    expect(await reports()).toHaveLength(2);
  });

  it('is explained when the missing record is imported', async () => {
    const { chain, run, found, reports, importing } = await givenUp();
    const id = await importing(4, '10');
    chain.append(changing());
    await run();
    expect(await found()).toMatchObject([
      { ...RANGE, status: 'explained', explanation: 'Records that were found later explain it.' },
    ]);
    expect((await found())[0]?.transactionIds).toContain(id);
    expect(await reports()).toHaveLength(2);
  });
});
