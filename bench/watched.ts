import { createHash } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { matchForm, parseAddress } from '../lib/chains/address.ts';
import type { ChainId } from '../lib/chains/registry.ts';
import type { Deps } from '../lib/platform/deps.ts';
import type { Table } from '../lib/platform/table/table.ts';
import { transact } from '../lib/platform/table/write.ts';
import { mapConcurrent } from '../lib/values/concurrent.ts';
import { derivedId, OrganisationId } from '../lib/values/ids.ts';
import { walletChanges } from '../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../lib/wallets/schema.ts';
import { watchChange } from '../lib/wallets/watch-log.ts';
import { type AddressWatcher, balanceWatching, watching } from '../lib/wallets/watched-addresses.ts';
import { watchedPages } from '../lib/wallets/watched-pages.ts';
import type { Recording } from './recorded.ts';

/** The limit of BatchWriteItem. */
const BATCH = 25;
const BATCHES_AT_ONCE = 8;
const ORGANISATIONS = 100;
/** The addresses of a page, as the watcher packs them. */
const PAGE = 10_000;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A chain, and addresses on this chain that the benchmark watches and that no block names. */
export interface Strangers {
  readonly chain: ChainId;
  /** The address of these bytes, which stand for a public key. */
  readonly addressOf: (bytes: Buffer) => string;
}

/** The n-th of the addresses that no block names. */
export const strangerAt = ({ addressOf }: Pick<Strangers, 'addressOf'>, n: number): string =>
  addressOf(sha256(`watched ${n}`));

/**
 * Watches `count` addresses that are in no block, on these chains in turn. Writes only what the scan reads, in the form
 * in which creating a wallet writes the items.
 */
export async function watchOthers(table: Table, chains: readonly Strangers[], count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, n) => {
    const strangers = chains[n % chains.length];
    if (strangers === undefined) throw new Error('there is no chain to watch');
    const watcher = strangerOf(String(n % ORGANISATIONS));
    const { update, set, add } = watching(watcher, strangers.chain, strangerAt(strangers, n), 'watches');
    return { ...update, ...set, ...add };
  });
  await writeAll(table, items);
}

/** Packs `count` addresses that are in no block, in the form in which a watcher packs the addresses of a chain. */
export async function packOthers(
  deps: Deps,
  { id, addressOf }: Pick<Recording, 'id' | 'addressOf'>,
  count: number,
): Promise<void> {
  const pages = watchedPages(deps, id);
  const firsts = Array.from({ length: Math.ceil(count / PAGE) }, (_, n) => n * PAGE);
  const written = await mapConcurrent(firsts, BATCHES_AT_ONCE, (first) => {
    const length = Math.min(PAGE, count - first);
    return pages.write(Array.from({ length }, (_, n) => matchForm(id, strangerAt({ addressOf }, first + n))));
  });
  await pages.replace(null, { through: deps.now().toISOString(), pages: written });
}

/** Watches addresses in match form, each for an organisation of its own. */
export async function watchForms(deps: Deps, chain: ChainId, forms: readonly string[]): Promise<void> {
  await mapConcurrent(forms, BATCHES_AT_ONCE, async (form) => {
    const own = strangerOf(form);
    const watch = watching(own, chain, form, 'watches');
    await transact(deps.table, { watch, log: watchChange(chain, form, deps.now(), own.organisationId) });
  });
}

/** Watches addresses in match form, by the two items that a watcher of the chain reads. */
export async function watchSparsely(
  table: Table,
  chain: ChainId,
  forms: readonly string[],
  watcherOf: (form: string) => AddressWatcher = strangerOf,
): Promise<void> {
  const items = forms.flatMap((form) => {
    const address = parseAddress(chain, form)?.address ?? form;
    const watch = watching(watcherOf(form), chain, address, 'watches');
    const balance = balanceWatching(chain, address, false, undefined);
    return [
      { ...watch.update, ...watch.set, ...watch.add },
      { ...balance.update, ...balance.set },
    ];
  });
  await writeAll(table, items);
}

const strangerOf = (name: string): AddressWatcher => ({
  organisationId: OrganisationId.parse(derivedId('organisation', name)),
  walletId: derivedId('wallet', name),
});

/** An address in match form, and its balance in whole units. */
export interface Holder {
  readonly form: string;
  readonly amount: string;
}

/** Stores the balances of watched addresses in the form in which a check at this height stores them. */
export async function storeBalances(
  table: Table,
  chain: ChainId,
  holders: readonly Holder[],
  height: number,
): Promise<void> {
  const items = holders.map(({ form, amount }) => {
    const { update, set, initially } = balanceWatching(chain, form, false, height);
    return { ...update, ...initially, ...set, amount, height };
  });
  await writeAll(table, items);
}

async function writeAll(table: Table, items: readonly Record<string, unknown>[]): Promise<void> {
  const count = Math.ceil(items.length / BATCH);
  const batches = Array.from({ length: count }, (_, n) => items.slice(n * BATCH, (n + 1) * BATCH));
  await mapConcurrent(batches, BATCHES_AT_ONCE, async (batch) => {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }));
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: requests } }),
    );
    if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error('BatchWriteItem left items unwritten');
  });
}

/**
 * Watches addresses of the blocks, given in match form. Each address is the wallet of its own organisation. Returns
 * these organisations and wallets, in the order of the addresses.
 */
export async function watchThese(deps: Deps, chain: ChainId, forms: readonly string[]): Promise<AddressWatcher[]> {
  const wallets = walletChanges(deps);
  return mapConcurrent(forms, BATCHES_AT_ONCE, async (form) => {
    const parsed = parseAddress(chain, form);
    if (parsed === null) throw new Error(`${form} is no address`);
    const input = CreateWallet.parse({ label: 'Watched', address: parsed.address, chains: [chain] });
    const organisationId = OrganisationId.parse(derivedId('organisation', form));
    const { id: walletId } = await wallets.create(organisationId, input, parsed);
    return { organisationId, walletId };
  });
}
