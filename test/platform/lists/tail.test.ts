import { describe, expect, it } from '@jest/globals';
import type { ListDefinition } from '../../../lib/platform/lists/definition.ts';
import { changesOfItem, listChange, StoredChange } from '../../../lib/platform/lists/tail.ts';
import { organisation, uuid } from '../../support/records.ts';

const LIST: ListDefinition = {
  name: 'BOOK',
  fields: ['kind', 'text'],
  views: [{ name: 'all', fields: ['kind'] }],
  packsChanges: true,
};
const clock = { now: () => new Date('2026-03-01T00:00:00.000Z'), newId: () => uuid(77) };
const created = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    before: null,
    after: { id: uuid(n), time: '2026-03-01T00:00:00.000Z', tuple: ['deposit', `0x${n} 充值 ${n}`] },
  }));

/** The one change of a transaction, as the list stores it. */
function changeOf(list: ListDefinition, count: number) {
  const [write, ...others] = listChange(clock, organisation, list, created(count));
  if (write === undefined || others.length > 0) throw new Error('a transaction writes one change');
  return write.put;
}
const bytesOf = (entries: unknown): number =>
  entries instanceof Uint8Array ? entries.length : Buffer.byteLength(String(entries));

describe('the changes of a list that packs them', () => {
  it('are packed when they are many, and say the same', () => {
    const [packed, plain] = [changeOf(LIST, 13), changeOf({ ...LIST, packsChanges: false }, 13)];
    expect(packed.entries).toBeInstanceOf(Uint8Array);
    expect(bytesOf(packed.entries)).toBeLessThan(bytesOf(plain.entries) / 2);
    const [unpacked, same] = [packed, plain].map((each) => changesOfItem(StoredChange.parse(each)));
    expect(unpacked).toEqual(same);
    expect(unpacked).toHaveLength(13);
  });

  it('stay a text when they are few', () => {
    expect(changeOf(LIST, 1).entries).toBe(changeOf({ ...LIST, packsChanges: false }, 1).entries);
  });
});
