import { describe, expect, it } from '@jest/globals';
import { listView } from '../../../console/live/list-view.ts';

const page = (total: number, ...data: { id: string; status: string }[]) => ({ data, meta: { total } });
const pending = (id: string) => ({ id, status: 'pending' });
const delivered = (id: string) => ({ id, status: 'delivered' });

describe('listView', () => {
  it('shows the latest page while nobody reads', () => {
    const latest = page(3, pending('c'), pending('b'));
    expect(listView(undefined, latest, true)).toEqual({ rows: latest.data, total: 3, added: 0 });
  });

  it('keeps the rows of a user who reads, and counts the new items', () => {
    const shown = page(2, pending('b'), pending('a'));
    const latest = page(5, pending('e'), pending('d'));
    expect(listView(shown, latest, true)).toEqual({ rows: shown.data, total: 5, added: 3 });
  });

  it('shows the latest state in the rows that stay', () => {
    const shown = page(2, pending('b'), pending('a'));
    const latest = page(3, pending('c'), delivered('b'));
    expect(listView(shown, latest, true).rows).toEqual([delivered('b'), pending('a')]);
  });

  it('counts no new items when some disappear', () => {
    expect(listView(page(2, pending('b'), pending('a')), page(1, pending('a')), true).added).toBe(0);
  });

  it('counts new items although as many left the list', () => {
    const shown = page(3, pending('c'), pending('b'), pending('a'));
    expect(listView(shown, page(3, pending('d'), pending('c'), pending('a')), true).added).toBe(1);
  });

  it('does not take older items that moved up for new items', () => {
    expect(listView(page(4, pending('d'), pending('c')), page(2, pending('b'), pending('a')), true).added).toBe(0);
  });

  it('counts by the totals alone where new items do not come at the top', () => {
    const shown = page(9, pending('c'), pending('b'));
    expect(listView(shown, page(9, pending('d'), pending('c')), false).added).toBe(0);
  });
});
