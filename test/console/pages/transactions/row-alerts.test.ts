import { expect, it } from '@jest/globals';
import { type RowAlert, rowAlerts } from '../../../../console/pages/transactions/row-alerts.ts';

const alert = (transactionId: string | null, severity: RowAlert['severity'], second: number): RowAlert => ({
  ...{ id: `${transactionId} ${severity}`, transactionId, severity },
  retractedAt: null,
  firedAt: `2026-11-29T17:00:0${second}.000Z`,
});
const alerts = [alert('a', 'info', 1), alert('a', 'critical', 2), alert(null, 'critical', 2), alert('b', 'warning', 5)];
const row = (second: number) => ({ id: 'x', createdAt: `2026-11-29T17:00:0${second}.000Z` });

it('a row begins with the most severe alert of its records', () => {
  const { of } = rowAlerts(alerts, false);
  expect(of(['b', 'a']).map(({ id }) => id)).toEqual(['a critical', 'b warning', 'a info']);
  expect(of(['x'])).toEqual([]);
  const retracted = alerts.map((each) => ({ ...each, retractedAt: each.firedAt }));
  expect(rowAlerts(retracted, false).of(['a'])).toEqual([]);
});

it('a row that was made after the last alert of the answer may have alerts that nobody read', () => {
  expect(rowAlerts(alerts, false).isKnown(row(9))).toBe(true);
  expect([row(1), row(6)].map(rowAlerts(alerts, true).isKnown)).toEqual([true, false]);
  expect(rowAlerts([], true).isKnown(row(1))).toBe(false);
});
