import { describe, expect, it } from '@jest/globals';
import { paymentChain, readerOf } from '../../local/chains/recorded/payment-chain.ts';
import { quiet } from '../support/quiet.ts';
import { SENDER } from '../support/scenario.ts';
import { holding } from './payments.ts';
import { watchedScenario } from './watched.ts';

quiet();

/** A watcher of a chain whose nodes trace each block that a test does not name in `untraced` or `empty`. */
async function begun(blocks: number) {
  const chain = paymentChain(...Array.from({ length: blocks }, () => holding()));
  const reader = readerOf(chain);
  const untraced = new Set<number>();
  const empty = new Set<number>();
  const asked = new Map<number, boolean | undefined>();
  const watched = await watchedScenario({
    ...reader,
    async block(height, signal, options) {
      asked.set(height, options?.traces);
      const traced = { isTraced: options?.traces === true && !untraced.has(height) };
      return { ...(await reader.block(height, signal)), ...(empty.has(height) ? {} : traced) };
    },
  });
  await watched.scenario.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
  const scanned = () => watched.all({ traces: async () => true });
  const tracedFrom = async () => (await watched.cursor())?.tracedFrom;
  return { ...watched, chain, untraced, empty, asked, scanned, tracedFrom };
}

describe('the cursor of a chain whose blocks are traced', () => {
  it('states the first block from which on all blocks were traced', async () => {
    const { chain, untraced, empty, scanned, tracedFrom, all } = await begun(3);
    await scanned();
    expect(await tracedFrom()).toBe(0);
    chain.append(holding());
    untraced.add(3);
    await scanned();
    expect(await tracedFrom()).toBeNull();
    empty.add(4).add(7);
    chain.append(holding());
    await scanned();
    expect(await tracedFrom()).toBeNull();
    chain.append(holding()).append(holding()).append(holding());
    await scanned();
    expect(await tracedFrom()).toBe(5);
    chain.append(holding());
    await all();
    expect(await tracedFrom()).toBeNull();
  });

  it('states no block that a reorganisation has replaced', async () => {
    const { chain, untraced, scanned, tracedFrom } = await begun(4);
    untraced.add(1);
    await scanned();
    expect(await tracedFrom()).toBe(2);
    chain.reorg(1, [holding(), holding()]);
    await scanned();
    expect(await tracedFrom()).toBe(2);
    untraced.clear();
    chain.reorg(4, [holding(), holding(), holding(), holding(), holding()]);
    await scanned();
    expect(await tracedFrom()).toBe(1);
  });
});

describe('a scan that traces', () => {
  it('reads blocks without their traces while it is more than 32 blocks behind', async () => {
    const { asked, scanned, tracedFrom } = await begun(40);
    await scanned();
    expect([...asked].filter(([, traces]) => traces).map(([height]) => height)).toEqual(
      Array.from({ length: 32 }, (_, n) => 8 + n),
    );
    expect(await tracedFrom()).toBe(8);
  });
});
