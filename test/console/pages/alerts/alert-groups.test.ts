import { describe, expect, it } from '@jest/globals';
import { groupsOf, groupWith, neighbour, nextOpen, statusOf } from '../../../../console/pages/alerts/alert-groups.ts';

type Listed = Parameters<typeof groupsOf>[0][number];

const alert = (id: string, transactionId: string, more: Partial<Listed> = {}): Listed => ({
  ...{ id, transactionId, severity: 'info', status: 'open', retractedAt: null },
  ...more,
});
const idsOf = (alerts: readonly Listed[]) => alerts.map(({ id }) => id);

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
