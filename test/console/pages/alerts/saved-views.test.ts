import { expect, it } from '@jest/globals';
import { viewsIn } from '../../../../console/pages/alerts/saved-views.ts';

const NAMES = ['status', 'severity', 'walletId'];
const hot = { name: 'Hot desk', filters: { severity: 'critical', walletId: 'w1' } };

const kept = (...views: readonly unknown[]) => viewsIn(JSON.stringify(views), NAMES);

it('a saved view comes back with its name and its filters', () => {
  expect(kept(hot, { name: 'Done', filters: { status: 'resolved' } })).toEqual([
    hot,
    { name: 'Done', filters: { status: 'resolved' } },
  ]);
});

it.each([null, '', '{', 'null', '7', '{}', '[null]', '[[]]', '["Hot desk"]'])(
  'a storage with %s has no view',
  (text) => {
    expect(viewsIn(text, NAMES)).toEqual([]);
  },
);

it('a filter that the list does not have is dropped, and a view without filters too', () => {
  const filters = { ...hot.filters, page: '2', cursor: 'c', open: 'e1', toString: 'x' };
  expect(kept({ ...hot, filters })).toEqual([hot]);
  expect(kept({ name: 'Page', filters: { page: '2' } }, { name: 'None' }, { name: 'Text', filters: 'open' })).toEqual(
    [],
  );
});

it('a value of a filter is a text that is neither empty nor longer than the API takes', () => {
  const filters = { ...hot.filters, status: 7, severity: '', walletId: 'w'.repeat(201) };
  expect(kept({ name: 'Wrong', filters })).toEqual([]);
});

it('a view has a name of 40 characters at most that no view before it has', () => {
  const named = (name: unknown) => ({ ...hot, name });
  expect(kept(named(' '), named(7), named('n'.repeat(41)))).toEqual([]);
  expect(kept(named('🔥'.repeat(40)))).toHaveLength(1);
  expect(kept(hot, { ...hot, filters: { status: 'open' } })).toEqual([hot]);
});

it('the first ten views count', () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ ...hot, name: `View ${at}` }));
  expect(kept(...many)).toEqual(many.slice(0, 10));
});
