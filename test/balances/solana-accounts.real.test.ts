import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { chainOf } from '../../lib/chains/registry.ts';
import { solanaReader } from '../../lib/chains/solana/solana-reader.ts';
import { solanaChain, solanaContent, solanaMethods } from '../../local/chains/recorded/solana-recordings.ts';
import { quiet } from '../support/quiet.ts';
import { RecordedNode } from '../support/recorded-chain/node.ts';
import { rpcNodes, thrice } from '../support/rpc-nodes.ts';
import { accountChecks } from './accounts.ts';

quiet();
const { node } = rpcNodes();

/** Pays 0.1 SOL and a fee of 0.000005 SOL. */
const PAYMENT = 'tx/02-ex-devnet-single-sol-memo.json';
const PAYER = '7crim3zBdwd3wsR65Tf3Y7q8wYWHqZwEU1ATi98XQ7e7';
const [BEFORE, AFTER] = ['1.892502721', '1.792497721'];

/** A transaction of other accounts. */
const OTHER = 'tx/08-ex-surfpool-multi-transfer.json';

const Accounts = z.object({
  context: z.object({ slot: z.number() }),
  value: z.array(z.object({ lamports: z.number() }).nullable()),
});

const FIRST_TIME = Date.parse('2026-03-01T00:00:00.000Z') / 1000;

/** Recorded transactions as the blocks of a chain, one second apart. */
const inOrder = (paths: readonly string[]) =>
  paths.map((path, n) => {
    const blockTime = FIRST_TIME + n;
    return { ...solanaContent(path), blockTime, timestamp: new Date(blockTime * 1000).toISOString() };
  });

/**
 * A cluster whose head is its first block. The fourth block holds the payment.
 * @param gift lamports that the payer has more than the recordings say, once the test sets them.
 */
async function cluster() {
  const chain = solanaChain(inOrder([OTHER, OTHER, OTHER, PAYMENT, ...Array.from({ length: 12 }, () => OTHER)]));
  const slots = chain.links.map(({ height }) => height);
  const [first = 0] = slots;
  chain.head = first;
  const gift = { lamports: 0 };
  const methods = solanaMethods(chain);
  const served = new RecordedNode({
    ...methods,
    getMultipleAccounts(params) {
      const { context, value } = Accounts.parse(methods.getMultipleAccounts?.(params));
      return { context, value: value.map((account) => account && { lamports: account.lamports + gift.lamports }) };
    },
  });
  const { url } = await node(served.listener);
  return {
    chain,
    slots,
    gift,
    reader: solanaReader(chainOf('solana'), thrice(url)),
    /** Makes so many more blocks. */
    make: (blocks: number) => {
      chain.head = slots[slots.indexOf(chain.head) + blocks] ?? chain.head;
    },
    /** How often the node was asked for accounts. */
    asked: () => served.calls.filter((method) => method === 'getMultipleAccounts').length,
  };
}

/** A watched payer after the first run of the watcher. */
async function watchedPayer({ every = 2, confirmations = 0 } = {}) {
  const { reader, ...own } = await cluster();
  if (confirmations > 0) own.make(confirmations);
  const checks = await accountChecks({ chain: 'solana', reader, start: own.slots[0] ?? 0, every, confirmations });
  const wallet = await checks.watch(PAYER);
  await checks.run();
  return { ...own, ...checks, wallet };
}

describe('the balance of a Solana account', () => {
  it('is matched when the records explain the payment and the fee', async () => {
    const { make, run, wallet, balancesOf, found } = await watchedPayer();
    expect(await balancesOf(wallet)).toMatchObject([{ amount: BEFORE, status: 'matched' }]);
    make(5);
    await run();
    expect(await balancesOf(wallet)).toMatchObject([{ asset: 'SOL', amount: AFTER, status: 'matched' }]);
    expect(await found()).toEqual([]);
  });

  it('gives one difference when it deviates from the records, over many checks', async () => {
    const { chain, make, gift, run, wallet, balancesOf, found, reports } = await watchedPayer();
    const first = chain.head;
    gift.lamports = 3_000_000_000;
    make(5);
    const last = chain.head;
    await run();
    for (let n = 0; n < 3; n++) {
      make(2);
      await run();
    }
    expect(await found()).toMatchObject([
      {
        status: 'open',
        asset: 'SOL',
        expected: AFTER,
        actual: '4.792497721',
        difference: '3',
        fromHeight: first + 1,
        toHeight: last,
      },
    ]);
    expect(await reports()).toHaveLength(1);
    expect(await balancesOf(wallet)).toMatchObject([{ amount: '4.792497721', status: 'difference' }]);
  });

  it('waits for the scan of the slot after which the node read it, and is then compared', async () => {
    // The scan stays two blocks behind the node.
    const { make, gift, asked, run, wallet, balancesOf, found } = await watchedPayer({ confirmations: 2 });
    make(1);
    await run();
    expect(await balancesOf(wallet)).toEqual([]);
    make(2);
    await run();
    // The balance was read before the payment and is compared after the scan of the payment.
    expect(await balancesOf(wallet)).toMatchObject([{ amount: AFTER, status: 'matched' }]);
    expect(asked()).toBe(1);
    gift.lamports = 1_000_000_000;
    make(2);
    await run();
    expect(await found()).toEqual([]);
    make(2);
    await run();
    expect(await found()).toMatchObject([{ expected: AFTER, actual: '2.792497721', difference: '1' }]);
    expect(asked()).toBe(2);
  });

  it('is asked for once for each check, however often the chain is scanned', async () => {
    const { chain, slots, make, asked, run } = await watchedPayer({ every: 8 });
    const before = asked();
    const first = chain.head;
    const later = slots.filter((slot) => slot > first && slot < first + 8);
    for (const _ of later) {
      make(1);
      await run();
      await run();
    }
    expect(asked()).toBe(before);
    make(1);
    await run();
    await run();
    expect(asked()).toBe(before + 1);
  });

  it('is asked for once a day', () => {
    const { reconcileEvery, blockSeconds } = chainOf('solana');
    expect(reconcileEvery * (blockSeconds ?? 0)).toBe(24 * 60 * 60);
  });
});
