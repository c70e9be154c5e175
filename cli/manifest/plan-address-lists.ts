import { checkDone, type components, dataOf } from '../../sdk/index.ts';
import { newKey } from './idempotency-key.ts';
import type { Manifest, ManifestAddressList } from './manifest-schema.ts';
import { matched, type Stated } from './match.ts';
import { differences, type PlannedChange, type SingleChange } from './planned-change.ts';
import type { PresentState } from './present-state.ts';
import type { ReadManifest } from './read-manifest.ts';

type AddressList = components['schemas']['AddressList'];

/** @throws CommandError when the file states a name twice. */
export function planAddressLists(
  { manifest, at }: ReadManifest,
  { addressLists }: Pick<PresentState, 'addressLists'>,
): { changes: PlannedChange[]; deletions: PlannedChange[] } {
  const items = (manifest.addressLists ?? []).map(
    (item, n): Stated<ManifestAddressList> => ({ item, identity: item.name, place: at('addressLists', n, 'name') }),
  );
  const { stated, others } = matched(items, addressLists, ({ name }) => name);
  return {
    changes: stated.flatMap(({ item, present }) => (present === undefined ? [creation(item)] : change(item, present))),
    deletions: others.map(deletion),
  };
}

/** The stated lists that keep old addresses, because the last run of the same source failed or was refused. */
export function frozenLists(
  { addressLists = [] }: Manifest,
  present: readonly AddressList[],
): { readonly name: string; readonly error: string }[] {
  const stated = new Map(addressLists.map((list) => [list.name, list]));
  return present.flatMap(({ name, source, lastRun }) => {
    const list = stated.get(name);
    const error = lastRun?.error ?? null;
    const isChanged = list === undefined || differences({ source: list.source }, { source }).length > 0;
    return error === null || isChanged ? [] : [{ name, error }];
  });
}

const creation = (item: ManifestAddressList): PlannedChange => ({
  action: 'create',
  resource: 'address list',
  name: item.name,
  id: null,
  fields: [],
  async make({ api }) {
    const body = { ...item, source: item.source ?? null };
    dataOf(await api.POST('/api/address-lists', { params: newKey(), body }));
  },
});

/** A source is written only when it differs, because to write a source replaces the addresses of the list. */
function change({ name, purpose, source }: ManifestAddressList, present: AddressList): PlannedChange[] {
  const { id } = present;
  const fields = differences({ purpose, source }, { purpose: present.purpose, source: present.source });
  if (fields.length === 0) return [];
  const isChanged = fields.some(({ field }) => field === 'source');
  const make: SingleChange['make'] = async ({ api }) => {
    const body = { purpose, ...(isChanged && { source }) };
    checkDone(await api.PATCH('/api/address-lists/{id}', { params: { path: { id } }, body }));
  };
  return [{ action: 'change', resource: 'address list', name, id, fields, make }];
}

const deletion = ({ id, name }: AddressList): PlannedChange => ({
  action: 'delete',
  resource: 'address list',
  name,
  id,
  fields: [],
  make: async ({ api }) => checkDone(await api.DELETE('/api/address-lists/{id}', { params: { path: { id } } })),
});
