import { describe, expect, it } from '@jest/globals';
import { countText, groupsOf, groupWith, neighbour, nextOpen, statusOf } from '../../../console/design/alert-groups.ts';

type Listed = Parameters<typeof groupsOf>[0][number];

const alert = (id: string, transactionId: string, more: Partial<Listed> = {}): Listed => ({
  ...{ id, transactionId, severity: 'info', status: 'open', retractedAt: null },
  transaction: { chain: 'anvil', hash: '0x1', direction: 'inbound' },
  ...more,
});
const internal = (chain: string, hash: string): Partial<Listed> => ({
  transaction: { chain, hash, direction: 'internal' },
});
const idsOf = (alerts: readonly Listed[]) => alerts.map(({ id }) => id);

describe('Alerts without a transaction', () => {
  it('stand alone, and are counted as rows', () => {
    const bare = (id: string) => ({ ...alert(id, ''), transactionId: null, transaction: null });
    const groups = groupsOf([bare('a'), bare('b'), alert('c', 't')]);
    expect(groups.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(countText({ groups, total: 3, hasMorePages: false, onlyStatus: undefined })).toBe('(3 alerts in 3 rows)');
  });
});

describe('Alerts of one transaction', () => {
  it('are one group, at the place of its first alert, with the most severe alert first', () => {
    const groups = groupsOf([
      alert('a', 'one'),
      alert('b', 'two', { severity: 'warning' }),
      alert('c', 'one', { severity: 'critical' }),
      alert('d', 'one', { severity: 'critical' }),
    ]);
    expect(groups.map((group) => [group.id, idsOf(group.alerts)])).toEqual([
      ['c', ['c', 'd', 'a']],
      ['b', ['b']],
    ]);
    expect(groupWith(groups, 'a')?.id).toBe('c');
    expect(groupWith(groups, 'x')).toBeUndefined();
  });

  it('are one group although a payment between own wallets has two records, and those of others are not', () => {
    const groups = groupsOf([
      alert('a', 'from the vault', internal('anvil', '0xa')),
      alert('b', 'to the hot wallet', internal('anvil', '0xa')),
      alert('c', 'on another chain', internal('base', '0xa')),
      alert('d', 'another payment', internal('anvil', '0xb')),
      alert('e', 'of one wallet alone'),
      alert('f', 'of a second wallet alone'),
    ]);
    expect(groups.map(({ alerts }) => idsOf(alerts))).toEqual([['a', 'b'], ['c'], ['d'], ['e'], ['f']]);
  });

  it('are as far reviewed as the alert that is least far', () => {
    const group = (...statuses: Listed['status'][]) =>
      groupsOf(statuses.map((status, n) => alert(String(n), 'one', { status }))).map(statusOf)[0]?.status;
    expect(group('resolved', 'open', 'acknowledged')).toBe('open');
    expect(group('resolved', 'acknowledged')).toBe('acknowledged');
    expect(group('resolved')).toBe('resolved');
  });
});

describe('The way through the alerts of a page', () => {
  const groups = groupsOf([
    alert('a', 'one'),
    alert('b', 'two', { status: 'resolved' }),
    alert('c', 'three'),
    alert('d', 'four', { status: 'acknowledged' }),
  ]);

  it('goes a row down or up, and begins with the first row', () => {
    expect(neighbour(groups, undefined, 1)?.id).toBe('a');
    expect(neighbour(groups, 'a', 1)?.id).toBe('b');
    expect(neighbour(groups, 'b', -1)?.id).toBe('a');
    expect(neighbour(groups, 'a', -1)).toBeUndefined();
    expect(neighbour(groups, 'd', 1)).toBeUndefined();
  });

  it('goes on after a review to what nobody has reviewed: below, else from the top, else nowhere', () => {
    expect(nextOpen(groups, 'a')?.id).toBe('c');
    expect(nextOpen(groups, 'c')?.id).toBe('a');
    expect(nextOpen(groups, 'elsewhere')?.id).toBe('a');
    expect(nextOpen(groups.slice(1, 3), 'c')).toBeUndefined();
  });
});

describe('The header of the list', () => {
  const groups = groupsOf([
    alert('a', 'one'),
    alert('b', 'one'),
    alert('c', 'two'),
    alert('d', 'three', { status: 'acknowledged' }),
  ]);
  const of = { groups, total: 4, hasMorePages: false, onlyStatus: undefined };

  it('counts alerts and the rows that they make', () => {
    expect(countText(of)).toBe('(4 alerts in 3 transactions)');
    expect(countText({ ...of, groups: groups.slice(1, 2) })).toBe('(1 alert in 1 transaction)');
    expect(countText({ ...of, isShort: true })).toBe('(4 alerts)');
    expect(countText({ ...of, groups: [], total: 0 })).toBe('(0 alerts)');
  });

  it('counts the alerts of all pages, and the rows of this page', () => {
    expect(countText({ ...of, total: 1193, hasMorePages: true })).toBe('(1,193 alerts, 3 transactions on this page)');
  });

  it('names the rows that stay although their review is done', () => {
    expect(countText({ ...of, onlyStatus: 'open' })).toBe('(3 alerts in 2 transactions, 1 done)');
    expect(countText({ ...of, groups: groups.slice(2), onlyStatus: 'open' })).toBe('(0 alerts, 1 done)');
    const more = { ...of, total: 90, hasMorePages: true, onlyStatus: 'open' };
    expect(countText(more)).toBe('(90 alerts, 2 transactions on this page, 1 done)');
  });
});
