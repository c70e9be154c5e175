import { checkDone, type components } from '../../sdk/index.ts';
import { wrongUse } from '../base/failures.ts';
import type { ManifestEntry } from './manifest-schema.ts';
import { matched, type Stated } from './match.ts';
import { changedOnly, differences, type NewEntry, type PlannedChange, type Run } from './planned-change.ts';
import type { PresentState } from './present-state.ts';
import type { ReadManifest } from './read-manifest.ts';
import { identityOfEntry } from './wallet-identity.ts';

type Entry = components['schemas']['AddressBookEntry'];
type StatedEntry = Stated<ManifestEntry>;

/** @throws CommandError when the file states an address twice, or another family for an address. */
export function planAddressBook(
  { manifest, at }: ReadManifest,
  { addressBook }: Pick<PresentState, 'addressBook'>,
): { changes: PlannedChange[]; deletions: PlannedChange[] } {
  const items = (manifest.addressBook ?? []).map(
    (item, n): StatedEntry => ({ item, identity: identityOfEntry(item), place: at('addressBook', n) }),
  );
  const { stated, others } = matched(items, addressBook, identityOfEntry);
  return {
    changes: [
      ...stated.flatMap((each) => (each.present === undefined ? [] : change(each, each.present))),
      ...stated.flatMap((each) => (each.present === undefined ? [creation(each.item)] : [])),
    ],
    deletions: others.map(deletion),
  };
}

const nameOf = ({ label, address }: { readonly label: string; readonly address: string }) => `${label} ${address}`;

const creation = ({ note = '', lists = [], ...item }: ManifestEntry): NewEntry => ({
  action: 'create',
  resource: 'address',
  name: nameOf(item),
  id: null,
  fields: [],
  entry: { ...item, note, lists },
});

function change({ item, place }: StatedEntry, present: Entry): PlannedChange[] {
  const { address: _, family, ...stated } = item;
  const { id } = present;
  if (family !== undefined && family !== present.family) {
    throw wrongUse(
      `${place}: is of the family ${family}, but the entry ${id} is of the family ${present.family}. A family cannot ` +
        'change: delete the entry first.',
    );
  }
  const fields = differences(stated, present);
  if (fields.length === 0) return [];
  const body = changedOnly(stated, fields);
  const make = async ({ api }: Run) =>
    checkDone(await api.PATCH('/api/address-book/{id}', { params: { path: { id } }, body }));
  return [{ action: 'change', resource: 'address', name: nameOf(present), id, fields, make }];
}

const deletion = (entry: Entry): PlannedChange => ({
  action: 'delete',
  resource: 'address',
  name: nameOf(entry),
  id: entry.id,
  fields: [],
  make: async ({ api }) =>
    checkDone(await api.DELETE('/api/address-book/{id}', { params: { path: { id: entry.id } } })),
});
