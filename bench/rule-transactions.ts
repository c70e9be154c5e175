import { fixedPrices } from '../lib/prices/fixed.ts';
import { inTurn, pegged } from '../lib/prices/price-wiring.ts';
import type { StoredTransaction } from '../lib/transactions/schema.ts';
import { recordTransaction } from '../lib/transactions/store.ts';
import { derivedId } from '../lib/values/ids.ts';
import type { DecodedInBlock } from '../lib/watch/touches.ts';
import { walletMatchesOf } from '../lib/watch/wallet-matches.ts';
import { inProcessNode } from './in-process-node.ts';
import { NOW, ORGANISATION, randomRecord, seededNumbers, WALLETS, walletId } from './list-records.ts';
import { type Recording, recordings } from './recorded.ts';

const { signal } = new AbortController();
const NATIVE = { ethereum: { native: '3000' }, solana: { native: '150' }, xrp: { native: '2' } };
const PRICES = inTurn([fixedPrices(JSON.stringify(NATIVE)), pegged]);
const PER_FAMILY = 10;
const SEED = 7;

/** Each address belongs to one of the wallets. */
const ownerOf = (address: string): string =>
  walletId(Number.parseInt(derivedId('bench', 'owner', address).slice(0, 8), 16) % WALLETS);

/** Recorded transactions of each family, as the watcher records them for their senders, and as many made ones. */
export async function sampleTransactions(): Promise<StoredTransaction[]> {
  const recorded = (await Promise.all(recordings.map((make) => recordedOf(make())))).flat();
  const random = seededNumbers(SEED);
  return [...recorded, ...recorded.map((_, n) => randomRecord(random, n, NOW - n * 60_000))];
}

async function recordedOf({ chain, methods, reader: readerOf }: Recording): Promise<StoredTransaction[]> {
  const reader = readerOf(inProcessNode(methods).url);
  const found: StoredTransaction[] = [];
  for (const { height, hash } of chain.links) {
    for (const { decode } of (await reader.block(height, signal)).transactions) {
      if (found.length === PER_FAMILY) return found;
      const record = await recordOf((await decode(signal)).transaction, hash);
      if (record !== null) found.push(record);
    }
  }
  return found;
}

async function recordOf(
  transaction: DecodedInBlock['transaction'],
  blockHash: string,
): Promise<StoredTransaction | null> {
  const sender = transaction.fromAddress;
  const owned = async (_: unknown, __: unknown, addresses: readonly string[]) =>
    new Map(
      addresses
        .filter((address) => address === sender)
        .map((address) => [address, { untagged: ownerOf(address), tagged: new Map() }]),
    );
  const inBlock = { transaction, undecoded: null, blockHash };
  const [match] = await walletMatchesOf({ owned }, ORGANISATION, [{ address: sender, inBlock }]);
  if (match === undefined) return null;
  const bounded = async (_: unknown, whole: StoredTransaction) => whole;
  const record = async (_: unknown, made: StoredTransaction) => ({ created: true, transaction: made });
  const deps = { prices: PRICES, now: () => new Date(NOW), transactions: { record, withLookalikes: bounded }, bounded };
  return (await recordTransaction(deps, ORGANISATION, match.draft)).transaction;
}
