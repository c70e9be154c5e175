import * as z from 'zod';
import { matchForm } from '../../chains/address.ts';
import { type ExportFiles, fileKey } from '../../exports/export-files.ts';
import type { Deps } from '../../platform/deps.ts';
import { addressBookKeys } from '../../platform/table/address-book-keys.ts';
import { listPartitions } from '../../platform/table/counted-list-keys.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { keys, prefixes } from '../../platform/table/keys.ts';
import { getItem, type Table } from '../../platform/table/table.ts';
import { type Item, walkPrefix } from '../../platform/table/walk.ts';
import { conditionHeld, type Update, write } from '../../platform/table/write.ts';
import { deleteAll } from '../../platform/table/write-all.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { watchedHeightsOf } from '../../wallets/watched-heights.ts';
import { countedLists } from '../lists/counted-lists.ts';
import type { Archive } from '../retention/archive.ts';

export interface DeletionDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly files: Pick<ExportFiles, 'remove'>;
  readonly archive: Pick<Archive, 'eraseSome'>;
}

const Key = z.object({ id: z.string(), sha256: z.string() });
const Wallet = z.object({ id: z.string(), address: z.string(), chains: z.array(z.string()) });
const Left = z.object({ left: z.union([z.string(), z.boolean()]).optional() });
const Decided = z.object({ ruleId: z.string() });
const Export = z.object({ id: z.string(), uploadId: z.string().nullish() });

/** Erases what an item of an organisation names outside of the partition of the organisation. */
export async function eraseBeside(deps: DeletionDeps, organisationId: OrganisationId, item: Item): Promise<void> {
  const { table } = deps;
  if (item.sk.startsWith(prefixes.apiKeys)) {
    const { id, sha256 } = Key.parse(item);
    await deleteAll(table, [keys.credential(sha256), keys.rate(id), keys.rate(id, 'READS')]);
  } else if (item.sk.startsWith(prefixes.rules)) {
    await eraseRuleState(table, organisationId, item.sk.slice(prefixes.rules.length));
  } else if (item.sk.startsWith(DECISIONS)) {
    // A match that was decided while its rule was removed may have left a count.
    await eraseRuleState(table, organisationId, Decided.parse(item).ruleId);
  } else if (item.sk.startsWith(prefixes.wallets)) {
    const wallet = Wallet.parse(item);
    await forgetLeaver(table, organisationId, wallet);
    await eraseSublists(table, organisationId, wallet.id);
  } else if (item.sk.startsWith(prefixes.addressLists)) {
    await eraseSourced(table, organisationId, item.sk.slice(prefixes.addressLists.length));
  } else if (item.sk.startsWith(prefixes.exports)) {
    const { id, uploadId = null } = Export.parse(item);
    await deps.files.remove(fileKey(organisationId, id), uploadId);
  }
}

const DECISIONS = 'DECISION#';

/** The lists of the records of a wallet. */
async function eraseSublists(table: Table, organisationId: OrganisationId, walletId: string): Promise<void> {
  for (const { definition } of countedLists) {
    if (definition.dividedBy === undefined) continue;
    for (const partition of listPartitions(organisationId, { ...definition, sublist: walletId }))
      for await (const page of walkPrefix(table, partition, '', { stale: false })) await deleteAll(table, page);
  }
}

async function eraseRuleState(table: Table, organisationId: OrganisationId, ruleId: string): Promise<void> {
  const { pk } = keys.ruleState(organisationId, ruleId, 0);
  for await (const page of walkPrefix(table, pk, '', { stale: false })) await deleteAll(table, page);
}

async function eraseSourced(table: Table, organisationId: OrganisationId, listId: string): Promise<void> {
  for (const pk of addressBookKeys.sourcedPartitions(organisationId, listId)) {
    for await (const page of walkPrefix(table, pk, '', { stale: false })) await deleteAll(table, page);
  }
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
