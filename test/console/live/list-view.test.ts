import { describe, expect, it } from '@jest/globals';
import { listView } from '../../../console/live/list-view.ts';

const page = (total: number, ...data: { id: string; status: string }[]) => ({ data, meta: { total } });
const pending = (id: string) => ({ id, status: 'pending' });
const delivered = (id: string) => ({ id, status: 'delivered' });

describe('listView', () => {
  it('shows the latest page while nobody reads', () => {
    const latest = page(3, pending('c'), pending('b'));
    expect(listView(undefined, latest)).toEqual({ rows: latest.data, total: 3, added: 0 });
  });

  it('keeps the rows of a user who reads, and counts the new items', () => {
    const shown = page(2, pending('b'), pending('a'));
    const latest = page(5, pending('e'), pending('d'));
    expect(listView(shown, latest)).toEqual({ rows: shown.data, total: 5, added: 3 });
  });

  it('shows the latest state in the rows that stay', () => {
    const shown = page(2, pending('b'), pending('a'));
    const latest = page(3, pending('c'), delivered('b'));
    expect(listView(shown, latest).rows).toEqual([delivered('b'), pending('a')]);
  });

  it('counts no new items when some disappear', () => {
    expect(listView(page(2, pending('b'), pending('a')), page(1, pending('a'))).added).toBe(0);
  });
});
