import { describe, expect, it } from '@jest/globals';
import { emptyText } from '../../../../console/pages/alerts/empty-alerts.ts';

const FILTERS = ['status', 'severity', 'chain'];

describe('A list without alerts', () => {
  it.each([
    [{ status: 'open' }, 'Nothing is open.'],
    [{ status: 'open', severity: 'critical' }, 'Nothing critical is open.'],
    [{ status: 'open', severity: 'critical', page: '1' }, 'Nothing critical is open.'],
    [{ status: 'open', chain: 'base' }, 'No alert matches. Clear a filter.'],
    [{ status: 'resolved' }, 'No alert matches. Clear a filter.'],
    [{ status: 'open', cursor: 'next' }, 'No alert matches. Clear a filter.'],
  ])('says of the view %j what it means', (params, text) => {
    expect(emptyText(params, FILTERS)).toBe(text);
  });

  it('leads to the first rule where there is no filter', () => {
    expect(emptyText({ view: 'all' }, FILTERS)).toMatch(/^No alerts yet\. Create a rule/);
  });
});
