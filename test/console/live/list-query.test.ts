import { describe, expect, it } from '@jest/globals';
import { listQuery } from '../../../console/live/list-query.ts';

describe('The query of a list', () => {
  it('has the filters that the list takes, and the page', () => {
    const params = { status: 'open', open: 'an id', columns: 'a,b', ruleId: 'a&b' };
    const query = listQuery(['status', 'severity', 'ruleId'], params, { page: 2, pageSize: 50 });
    expect(query).toBe('status=open&ruleId=a%26b&page=2&pageSize=50');
  });
});
