import { describe, expect, it } from '@jest/globals';
import { ContradictionError } from '../../lib/watch/continuity.ts';
import { type Payments, paymentChain, readerOf } from '../../local/chains/recorded/payment-chain.ts';
import { quiet } from '../support/quiet.ts';
import { hashOf, makeScenario, RECEIVER, type Scenario, SENDER } from '../support/scenario.ts';
import { holding, payment, STRANGER } from './payments.ts';
import { watchedScenario, watching } from './watched.ts';

quiet();

const out = (n: number, more = {}) => payment(n, { from: SENDER, ...more });

/** A scenario whose wallet SENDER is watched on the chain. */
async function begun(...contents: readonly Payments[]) {
  const chain = paymentChain(...contents);
  const watched = await watchedScenario(readerOf(chain));
  const { scenario } = watched;
  const wallet = await scenario.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
  return { chain, wallet, ...watched };
}

describe('a scan', () => {
  it('records the transactions of watched wallets and no other transactions', async () => {
    const { all, records, wallet } = await begun(
      holding(payment(1), out(2)),
      holding(payment(3, { to: SENDER }), payment(4)),
    );
    expect(await all()).toMatchObject({ blocks: 2, records: 2, head: 1, cursor: { height: 1 } });
    const stored = await records();
    expect([...stored.keys()].sort()).toEqual([hashOf(2), hashOf(3)].sort());
    expect(stored.get(hashOf(2))).toMatchObject({
      direction: 'outbound',
      blockNumber: 0,
      tokenAmount: '2',
      source: 'watch',
    });
    expect(stored.get(hashOf(3))).toMatchObject({ direction: 'inbound', blockNumber: 1, walletId: wallet.id });
  });

  it('begins at the newest block with enough confirmations, or at the given height', async () => {
    const contents = [1, 2, 3, 4].map((n) => holding(out(n)));
    const atHead = await begun(...contents);
    await atHead.all({ start: undefined, confirmations: 1 });
    expect([...(await atHead.records()).keys()]).toEqual([hashOf(3)]);
    const atTwo = await begun(...contents);
    await atTwo.all({ start: 1 });
    expect((await atTwo.records()).size).toBe(3);
  });

  it('does not record a block before it has enough confirmations', async () => {
    const { chain, all, records } = await begun(holding(out(1)), holding());
    await all({ confirmations: 2 });
    expect((await records()).size).toBe(0);
    chain.append(holding());
    await all({ confirmations: 2 });
    expect((await records()).size).toBe(1);
  });

  it('records a transaction for each wallet that it touches, with the direction of this wallet', async () => {
    const { deps, scenario, all } = await begun(holding(payment(1, { to: RECEIVER }), out(2, { to: RECEIVER })));
    const other = await makeScenario(deps);
    for (const each of [scenario, other]) {
      await each.makeWallet({ label: 'Receiver', address: RECEIVER, chains: ['anvil'] });
    }
    await all();
    const directions = async ({ evaluation, organisation }: Scenario, n: number) =>
      (await evaluation.transactions.byHash(organisation, hashOf(n))).map(({ direction }) => direction);
    expect(await directions(scenario, 1)).toEqual(['inbound']);
    expect(await directions(scenario, 2)).toEqual(['internal', 'internal']);
    expect(await directions(other, 1)).toEqual(['inbound']);
  });

  it('ignores wallets that are not watched, are deleted, or are on another chain', async () => {
    const { deps, scenario, wallet, all, records } = await begun(holding(out(1), payment(2, { to: RECEIVER })));
    await scenario.makeWallet({ label: 'Elsewhere', address: RECEIVER, chains: ['ethereum'] });
    deps.advance(1);
    await scenario.wallets.update(scenario.organisation, wallet.id, { watch: false });
    await all();
    expect((await records()).size).toBe(0);
  });

  it('records the known fields of a transaction that cannot be decoded', async () => {
    const { all, records } = await begun(holding(out(1, { isUnreadable: true })));
    await all();
    expect((await records()).get(hashOf(1))).toMatchObject({ fromAddress: SENDER, transfers: [], tokenAmount: '0' });
  });

  it('continues where the previous scan stopped and records nothing twice', async () => {
    const { chain, all, records, scenario, watcher } = await begun(...[1, 2, 3].map((n) => holding(out(n))));
    let blocks = 0;
    await all({ proceed: async () => ++blocks < 2 });
    expect(await watcher.cursors.get('anvil')).toMatchObject({ height: 1 });
    const before = await records();
    chain.append(holding(out(4)));
    await all();
    await all();
    const after = await records();
    expect(after.size).toBe(4);
    for (const [hash, record] of before) expect(after.get(hash)).toEqual(record);
    expect(scenario.queue.sent).toEqual([]);
  });

  it('ends when another scan moves the cursor meanwhile', async () => {
    const { chain, deps, scenario, all, records } = await begun(holding(out(1)), holding(out(2)));
    const slow = watching(deps, scenario, readerOf(chain));
    const overtaken = async () => {
      await all();
      return true;
    };
    expect(await slow.once({ proceed: overtaken })).toMatchObject({ cursor: null, more: false });
    expect((await records()).size).toBe(2);
  });

  it('does nothing when the node reports a head behind the cursor', async () => {
    const { chain, all } = await begun(holding(), holding(), holding());
    await all();
    chain.head = 1;
    expect(await all()).toMatchObject({ blocks: 0, cursor: { height: 2 } });
  });
});

describe('heights without a block', () => {
  it('are skipped when the next block proves that no block is missing', async () => {
    const chain = paymentChain(holding(out(1)))
      .append(holding(out(2)), 3)
      .append(holding());
    const { scenario, all, records } = await watchedScenario(readerOf(chain));
    await scenario.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
    expect(await all()).toMatchObject({ blocks: 3, cursor: { height: 5 } });
    expect((await records()).size).toBe(2);
  });

  it('are scanned when the next block proves that the node left out blocks', async () => {
    const chain = paymentChain(...[1, 2, 3, 4].map((n) => holding(out(n))));
    const full = readerOf(chain);
    const { scenario, all, records, cursor } = await watchedScenario({
      ...full,
      heights: async (...range) => (await full.heights(...range)).filter((height) => height !== 1 && height !== 2),
    });
    await scenario.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
    await all();
    expect((await records()).size).toBe(4);
    expect(await cursor()).toMatchObject({ height: 3 });
  });

  it('stop the scan without a record when the node denies a block that the next block follows', async () => {
    const chain = paymentChain(holding(), holding(out(1)), holding(out(2)));
    const full = readerOf(chain);
    const { scenario, all, records, cursor } = await watchedScenario({
      ...full,
      heights: async (...range) => (await full.heights(...range)).filter((height) => height !== 1),
      header: async (height, within) => (height === 1 ? null : full.header(height, within)),
    });
    await scenario.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
    await expect(all()).rejects.toThrow(ContradictionError);
    expect(await cursor()).toMatchObject({ height: 0 });
    expect((await records()).size).toBe(0);
  });
});

describe('the start of a scan', () => {
  it('leaves no gap when the node leaves out the first block', async () => {
    const chain = paymentChain(holding(), holding(out(1)), holding(out(2)));
    const full = readerOf(chain);
    const { scenario, all, records } = await watchedScenario({
      ...full,
      heights: async (...range) => (await full.heights(...range)).filter((height) => height !== 1),
    });
    await scenario.makeWallet({ label: 'Watched', address: SENDER, chains: ['anvil'] });
    await all({ start: 1 });
    expect((await records()).size).toBe(2);
  });

  it('does not check the parent of the first block and records no unwatched payment', async () => {
    const { chain, all, records } = await begun(holding(), holding(), holding(out(1)));
    await all({ start: 2 });
    expect((await records()).size).toBe(1);
    chain.append(holding(payment(2, { to: STRANGER })));
    expect(await all()).toMatchObject({ blocks: 1 });
  });
});
