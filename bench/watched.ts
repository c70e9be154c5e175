import { createHash } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { encodeBase58 } from 'ethers';
import { encodeAccountID } from 'xrpl/dist/npm/utils/index.js';
import { parseAddress } from '../lib/chains/address.ts';
import type { Family } from '../lib/chains/registry.ts';
import { type ChainId, chainOf } from '../lib/chains/registry.ts';
import type { Table } from '../lib/platform/table/table.ts';
import { mapConcurrent } from '../lib/values/concurrent.ts';
import { derivedId, OrganisationId } from '../lib/values/ids.ts';
import { walletRepo } from '../lib/wallets/repo.ts';
import { CreateWallet } from '../lib/wallets/schema.ts';
import { watching } from '../lib/wallets/watched-addresses.ts';
import type { TestDeps } from '../test/support/deps.ts';

/** What BatchWriteItem takes. */
const BATCH = 25;
const BATCHES_AT_ONCE = 8;
const ORGANISATIONS = 100;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The nth address that nobody has: a hash in place of a key. */
const MADE: Readonly<Record<Family, (n: number) => string>> = {
  evm: (n) => `0x${sha256(`watched ${n}`).toString('hex', 0, 20)}`,
  solana: (n) => encodeBase58(sha256(`watched ${n}`)),
  xrp: (n) => encodeAccountID(sha256(`watched ${n}`).subarray(0, 20)),
};

/**
 * Has so many addresses watched that are in no block, on these chains in turn. Only what the watcher looks up is written,
 * as creating a wallet would write it.
 */
export async function watchOthers(table: Table, chains: readonly ChainId[], count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, n) => {
    const chain = chains[n % chains.length] ?? 'ethereum';
    const address = MADE[chainOf(chain).family](n);
    const organisation = OrganisationId.parse(derivedId('organisation', String(n % ORGANISATIONS)));
    const { update, set, add } = watching(organisation, chain, address, true);
    return { ...update, ...set, ...add };
  });
  const batches = Array.from({ length: Math.ceil(count / BATCH) }, (_, n) => items.slice(n * BATCH, (n + 1) * BATCH));
  await mapConcurrent(batches, BATCHES_AT_ONCE, async (batch) => {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }));
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: requests } }),
    );
    if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error('items were left unwritten');
  });
}

/** Has addresses watched that are in blocks, given in match form: each the wallet of an organisation of its own. */
export async function watchThese(deps: TestDeps, chain: ChainId, forms: readonly string[]): Promise<void> {
  const wallets = walletRepo(deps);
  await mapConcurrent(forms, BATCHES_AT_ONCE, async (form) => {
    const parsed = parseAddress(chain, form);
    if (parsed === null) throw new Error(`${form} is no address`);
    const input = CreateWallet.parse({ label: 'Watched', address: parsed.address, chains: [chain] });
    await wallets.create(OrganisationId.parse(derivedId('organisation', form)), input, parsed);
  });
}
