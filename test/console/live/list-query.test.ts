import { describe, expect, it } from '@jest/globals';
import { listQuery } from '../../../console/live/list-query.ts';

const PLACE = { page: 2, pageSize: 50 };

describe('The query of a list', () => {
  it('has the filters that the list takes, and the page', () => {
    const params = { status: 'open', open: 'an id', columns: 'a,b', ruleId: 'a&b' };
    const query = listQuery(['status', 'severity', 'ruleId'], params, PLACE);
    expect(query).toBe('status=open&ruleId=a%26b&page=2&pageSize=50');
  });

  it('passes wrong values on, so that the API names them', () => {
    expect(listQuery(['status'], { status: 'lost' }, PLACE)).toBe('status=lost&page=2&pageSize=50');
  });

  it('names a page or a cursor, never both', () => {
    expect(listQuery(['q', 'cursor'], { q: 'rent', cursor: 'abc', page: '3' }, PLACE)).toBe(
      'q=rent&cursor=abc&pageSize=50',
    );
    expect(listQuery(['q'], { q: 'rent', cursor: 'abc' }, PLACE)).toBe('q=rent&page=2&pageSize=50');
  });
});
