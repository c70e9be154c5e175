import * as z from 'zod';
import { matchForm } from '../../chains/address.ts';
import { type ExportFiles, fileKey } from '../../exports/export-files.ts';
import type { Deps } from '../../platform/deps.ts';
import { addressBookKeys } from '../../platform/table/address-book-keys.ts';
import { listPartitions } from '../../platform/table/counted-list-keys.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { keys, prefixes } from '../../platform/table/keys.ts';
import { partitionsOf } from '../../platform/table/organisation-parts.ts';
import { getItem, type Table } from '../../platform/table/table.ts';
import { type Item, walkPrefix } from '../../platform/table/walk.ts';
import { conditionHeld, type Update, write } from '../../platform/table/write.ts';
import { deleteAll } from '../../platform/table/write-all.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { watchedHeightsOf } from '../../wallets/watched-heights.ts';
import { countedLists, listDefinitions } from '../lists/counted-lists.ts';
import type { Archive } from '../retention/archive.ts';

/** Items whose traces in other partitions are erased at a time. */
const AT_ONCE = 8;

export interface DeletionDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly files: Pick<ExportFiles, 'remove'>;
  readonly archive: Pick<Archive, 'eraseSome'>;
}

/**
 * One pass over everything of an organisation except its own item. What an item names in other partitions, in S3 too,
 * is erased before the item, so that a pass that died is repeated.
 * @returns `isComplete`: false when the time was over before the pass had ended.
 */
export async function erase(
  deps: DeletionDeps,
  organisationId: OrganisationId,
  isOver: () => boolean,
): Promise<{ readonly items: number; readonly isComplete: boolean }> {
  const { pk, sk } = keys.organisation(organisationId);
  const lists = listDefinitions.flatMap((list) => listPartitions(organisationId, list));
  const own = partitionsOf(organisationId);
  let items = 0;
  for (let files = -1; files !== 0; items += files) {
    if (items > 0 && isOver()) return { items, isComplete: false };
    files = await deps.archive.eraseSome(organisationId);
  }
  for (const partition of [...lists, ...own]) {
    for await (const page of walkPrefix(deps.table, partition, '', { stale: false })) {
      const others = page.filter((item) => partition !== pk || item.sk !== sk);
      if (own.includes(partition))
        await mapConcurrent(others, AT_ONCE, (item: Item) => eraseBeside(deps, organisationId, item));
      await deleteAll(deps.table, others);
      items += others.length;
      // A run always comes past the partitions that are empty, so that it erases something or completes the pass.
      if (others.length > 0 && isOver()) return { items, isComplete: false };
    }
  }
  return { items, isComplete: true };
}

const Key = z.object({ id: z.string(), sha256: z.string() });
const Wallet = z.object({ id: z.string(), address: z.string(), chains: z.array(z.string()) });
const Left = z.object({ left: z.union([z.string(), z.boolean()]).optional() });
const Decided = z.object({ ruleId: z.string() });
const Export = z.object({ id: z.string(), uploadId: z.string().nullish() });

/** Erases what an item of an organisation names outside of the partition of the organisation. */
async function eraseBeside(deps: DeletionDeps, organisationId: OrganisationId, item: Item): Promise<void> {
  const { table } = deps;
  if (item.sk.startsWith(prefixes.apiKeys)) {
    const { id, sha256 } = Key.parse(item);
    await deleteAll(table, [keys.credential(sha256), keys.rate(id), keys.rate(id, 'READS')]);
  } else if (item.sk.startsWith(prefixes.rules)) {
    const ruleId = item.sk.slice(prefixes.rules.length);
    await erasePartitions(table, [stateOf(organisationId, ruleId)]);
    await deleteAll(table, [keys.askingRule(organisationId, ruleId)]);
  } else if (item.sk.startsWith(DECISIONS)) {
    // A match that was decided while its rule was removed may have left a count.
    await erasePartitions(table, [stateOf(organisationId, Decided.parse(item).ruleId)]);
  } else if (item.sk.startsWith(prefixes.wallets)) {
    const wallet = Wallet.parse(item);
    await forgetLeaver(table, organisationId, wallet);
    await erasePartitions(table, sublistsOf(organisationId, wallet.id));
  } else if (item.sk.startsWith(prefixes.addressLists)) {
    const listId = item.sk.slice(prefixes.addressLists.length);
    await erasePartitions(table, addressBookKeys.sourcedPartitions(organisationId, listId));
  } else if (item.sk.startsWith(prefixes.exports)) {
    const { id, uploadId = null } = Export.parse(item);
    await deps.files.remove(fileKey(organisationId, id), uploadId);
  }
}

const DECISIONS = 'DECISION#';

/** The partitions of the lists of the records of a wallet. */
const sublistsOf = (organisationId: OrganisationId, walletId: string): string[] =>
  countedLists
    .filter(({ definition }) => definition.dividedBy !== undefined)
    .flatMap(({ definition }) => listPartitions(organisationId, { ...definition, sublist: walletId }));

const stateOf = (organisationId: OrganisationId, ruleId: string): string =>
  keys.ruleState(organisationId, ruleId, 0).pk;

async function erasePartitions(table: Table, partitions: readonly string[]): Promise<void> {
  for (const partition of partitions)
    for await (const page of walkPrefix(table, partition, '', { stale: false })) await deleteAll(table, page);
}

/** The balance of an address names who stopped watching the address last, until the next check. */
async function forgetLeaver(table: Table, organisationId: OrganisationId, wallet: z.output<typeof Wallet>) {
  const spans = await watchedHeightsOf(table, organisationId, wallet.id);
  for (const chain of new Set([...wallet.chains, ...spans.map((span) => span.chain)])) {
    const update = keys.nativeBalance(chain, matchForm(chain, wallet.address));
    const left = (await getItem(table, update, Left))?.left;
    if (typeof left !== 'string' || !left.endsWith(organisationId)) continue;
    const set = { left: left.slice(0, -organisationId.length) };
    const part: Update<{ left: string }> = { update, set, ...ifSame({ left }, 'left') };
    await conditionHeld(write(table, part));
  }
}
