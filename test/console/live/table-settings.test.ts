import { expect, it } from '@jest/globals';
import { keepSettings, keptSettings } from '../../../console/live/table-settings.ts';

function storage(first: Record<string, string> = {}) {
  const items = new Map(Object.entries(first));
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

it('the size of a page and the columns stay for each page, and no other parameter does', () => {
  const store = storage();
  keepSettings(store, '/alerts', { pageSize: '100', status: 'open', page: '2' });
  keepSettings(store, '/alerts', { columns: 'what,age', open: null });
  keepSettings(store, '/wallets', { q: 'cold' });
  expect(keptSettings(store, '/alerts')).toEqual({ pageSize: '100', columns: 'what,age' });
  expect(keptSettings(store, '/wallets')).toEqual({});
});

it.each(['{', 'null', '[]', '{"pageSize":{},"columns":7}', '{"status":"open"}'])(
  'a storage with %s keeps nothing',
  (text) => {
    expect(keptSettings(storage({ 'table /alerts': text }), '/alerts')).toEqual({});
  },
);
