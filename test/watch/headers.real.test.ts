import { describe, expect, it } from '@jest/globals';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import { paymentChain, readerOf } from '../../local/chains/recorded/payment-chain.ts';
import { quiet } from '../support/quiet.ts';
import { hashOf, SENDER } from '../support/scenario.ts';
import { holding, noHash, payment } from './payments.ts';
import { watchedScenario } from './watched.ts';

quiet();

const out = (n: number) => payment(n, { from: SENDER });
const WALLET = { label: 'Watched', address: SENDER, chains: ['anvil'] };

/** A scan of a chain without watched addresses. The first block is scanned already. */
async function unwatched(over: (reader: ChainReader) => Partial<ChainReader> = () => ({})) {
  const chain = paymentChain(holding(out(1)));
  const whole: number[] = [];
  const reader = readerOf(chain);
  const counted = {
    ...reader,
    block: (...asked: Parameters<ChainReader['block']>) => {
      whole.push(asked[0]);
      return reader.block(...asked);
    },
  };
  const watched = await watchedScenario({ ...counted, ...over(counted) });
  await watched.all();
  whole.length = 0;
  return { chain, whole, ...watched };
}

describe('a scan of a chain without watched addresses', () => {
  it('reads the headers of the blocks alone, and moves the cursor', async () => {
    const { chain, whole, all, watcher } = await unwatched();
    chain.append(holding(out(2))).append(holding(out(3)));
    expect(await all()).toMatchObject({ blocks: 2, records: 0, cursor: { height: 2 } });
    expect(whole).toEqual([]);
    const [stored] = await watcher.blocks.between('anvil', 2, 2);
    expect(stored).toMatchObject({ height: 2, hash: chain.at(2)?.hash, parentHash: chain.at(1)?.hash });
  });

  it('records the transactions of a wallet that exists before the block is matched', async () => {
    let create = async () => {};
    const { chain, whole, all, records, scenario } = await unwatched((reader) => ({
      header: async (...asked) => {
        const header = await reader.header(...asked);
        await create();
        return header;
      },
    }));
    chain.append(holding(out(2))).append(holding(out(3)));
    create = async () => {
      create = async () => {};
      await scenario.makeWallet(WALLET);
    };
    await all();
    expect([...(await records()).keys()].sort()).toEqual([hashOf(2), hashOf(3)].sort());
    expect(whole.sort()).toEqual([1, 2]);
  });

  it('reads whole blocks again when somebody watches an address', async () => {
    const { chain, all, records, scenario } = await unwatched();
    await scenario.makeWallet(WALLET);
    for (const n of [2, 3]) {
      chain.append(holding(out(n)));
      expect(await all()).toMatchObject({ records: 1 });
    }
    expect((await records()).size).toBe(2);
  });

  it('reads the whole block where a node does not have the header', async () => {
    const { chain, whole, all } = await unwatched(() => ({ header: async () => null }));
    chain.append(holding(out(2)));
    expect(await all()).toMatchObject({ blocks: 1, cursor: { height: 1 } });
    expect(whole).toEqual([1]);
  });

  it('records nothing of a block that another block has replaced since the header was read', async () => {
    let isReplaced = false;
    let create = async () => {};
    const { chain, all, records, scenario, cursor } = await unwatched((reader) => ({
      async header(...asked) {
        const header = await reader.header(...asked);
        await create();
        return header;
      },
      async block(...asked) {
        const block = await reader.block(...asked);
        return isReplaced ? { ...block, hash: noHash(1) } : block;
      },
    }));
    chain.append(holding(out(2)));
    create = async () => {
      create = async () => {};
      isReplaced = true;
      await scenario.makeWallet(WALLET);
    };
    await expect(all()).rejects.toThrow(ChainUnavailableError);
    expect(await cursor()).toMatchObject({ height: 0 });
    expect((await records()).size).toBe(0);
    isReplaced = false;
    await all();
    expect([...(await records()).keys()]).toEqual([hashOf(2)]);
  });
});
