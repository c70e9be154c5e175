import { hash } from 'node:crypto';
import type { ListedRecords, RecordQuery } from '../platform/lists/index.ts';
import { keys } from '../platform/table/keys.ts';
import type { OrganisationId } from '../values/ids.ts';
import { searchIn, searchText } from '../values/search-words.ts';
import { StoredWallet, type WalletQuery } from './schema.ts';

const few = ['type', 'chains', 'watch'] as const;

/**
 * The list of the wallets that are not deleted. Fields may be added at the end; the order of the others is stored.
 * Wallets of an organisation have few types, owners and sets of chains and tags, so counts answer these filters. Tags
 * are divided into shards for their size alone. `text` is what a search compares, and `changed` tells a change of the
 * other fields: neither is counted.
 */
export const walletList: ListedRecords<typeof StoredWallet> = {
  definition: {
    name: 'WALLET',
    fields: [...few, 'tags', 'text', 'changed', 'managedBy'],
    views: [
      { name: 'few', fields: [...few] },
      { name: 'all', fields: [...few, 'tags', 'managedBy'], shards: { by: 'tags', count: 4 } },
    ],
    // The wallets of a rare tag are far apart in the list.
    sideTree: { by: 'tags', view: { name: 'tagged', fields: [...few, 'managedBy'] } },
    packsChanges: true,
    // A page of 100 wallets reads 50 units, so that few runs may be left to read.
    sizes: { run: 66, runs: 6, leaf: 66, node: 36 },
  },
  schema: StoredWallet,
  keyOf: keys.wallet,
  tellsChanges: true,

  listed(organisationId, wallet) {
    const { id, type, chains, watch, tags, label, address, managedBy, createdAt, updatedAt, deletedAt } = wallet;
    if (deletedAt !== null) return null;
    return {
      id,
      time: createdAt,
      tuple: [
        typeTerm(organisationId, type),
        chains.toSorted().join(' '),
        watch ? 'yes' : '',
        tags
          .map((tag) => tagTerm(organisationId, tag))
          .sort()
          .join(' '),
        searchText(address, label),
        updatedAt === createdAt ? '' : updatedAt,
        managedBy === null ? '' : ownerTerm(organisationId, managedBy),
      ],
    };
  },
};

/** Six bytes of a hash stand for a type or a tag: see `termOf` of the list of transactions. */
const termOf = (organisationId: OrganisationId, text: string): string =>
  hash('sha256', `${organisationId} ${text}`, 'base64url').slice(0, 8);

/** People write the type of a wallet as they like: who asks for `cold` also means `Cold`. */
export const typeTerm = (organisationId: OrganisationId, type: string): string =>
  termOf(organisationId, `type ${type.toLowerCase()}`);
export const tagTerm = (organisationId: OrganisationId, tag: string): string => termOf(organisationId, `tag ${tag}`);
const ownerTerm = (organisationId: OrganisationId, owner: string): string => termOf(organisationId, `owner ${owner}`);

/** The filters that counts answer. */
type Counted = Pick<WalletQuery, 'type' | 'tag' | 'chain' | 'watch' | 'managedBy'>;

/** The query of the list for filters of the API that the list counts. */
export const listQueryOf = (
  organisationId: OrganisationId,
  { type, tag, chain, watch, managedBy }: Counted,
): RecordQuery => ({
  filter: {
    ...(type !== undefined && { type: typeTerm(organisationId, type) }),
    ...(tag !== undefined && { tags: { has: tagTerm(organisationId, tag) } }),
    ...(chain !== undefined && { chains: { has: chain } }),
    ...(watch !== undefined && { watch: watch === 'true' ? 'yes' : '' }),
    ...(managedBy !== undefined && { managedBy: ownerTerm(organisationId, managedBy) }),
  },
  order: 'newest first',
});

/** A search in the entries of the list. */
export const finds = searchIn(walletList.definition.fields.indexOf('text'));
