import { describe, expect, it } from '@jest/globals';
import { differences } from '../../../lib/platform/audit/differences.ts';

describe('The differences of a record', () => {
  it('name each value that differs by its path, and leave out the others', () => {
    const before = { name: 'Large', match: { severities: ['critical'], walletTypes: ['cold'] }, isActive: true };
    const after = { ...before, match: { ...before.match, severities: ['critical', 'warning'] }, isActive: false };
    expect(differences(before, after)).toEqual([
      { path: 'match.severities', before: ['critical'], after: ['critical', 'warning'] },
      { path: 'isActive', before: true, after: false },
    ]);
  });

  it('are all values of a record that is created or deleted, without its id and its times', () => {
    const record = { id: 'a', createdAt: 'b', updatedAt: 'c', version: 1, name: 'Large', config: { chatId: '1' } };
    const values = (side: 'before' | 'after') =>
      [
        { path: 'name', value: 'Large' },
        { path: 'config.chatId', value: '1' },
      ].map(({ path, value }) => ({ path, before: null, after: null, [side]: value }));
    expect(differences(null, record)).toEqual(values('after'));
    expect(differences(record, null)).toEqual(values('before'));
  });

  it.each([
    ['sealedSecret', 'secret'],
    ['sealedSlackUrl', 'slackUrl'],
    ['previousSecrets', 'previousSecrets'],
    ['sha256', 'sha256'],
  ])('never show the value of %s', (field, path) => {
    expect(differences({ [field]: 'old' }, { [field]: 'new' })).toEqual([
      { path, before: '(changed)', after: '(changed)' },
    ]);
    expect(differences({ [field]: null }, { [field]: 'new' })).toEqual([{ path, before: null, after: '(changed)' }]);
  });

  it('show a long value by its digest, and at most 100 values', () => {
    const [{ after } = { after: null }] = differences(null, { note: 'x'.repeat(2_000) });
    expect(after).toMatch(/^sha256:[0-9a-f]{64}$/);
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`field${n}`, n]));
    expect(differences(null, many)).toHaveLength(100);
  });

  it('name whole fields of a record where they would be more than 100, and still hide the secrets within', () => {
    const conditions = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`c${n}`, 0]));
    const after = { name: 'Large', conditions: { ...conditions, sealedUrl: 'v1.abc' } };
    expect(differences(null, after)).toEqual([
      { path: 'name', before: null, after: 'Large' },
      { path: 'conditions', before: null, after: { ...conditions, sealedUrl: '(changed)' } },
    ]);
    const headers = [{ name: 'X-Key', sealedValue: 'v1.abc' }];
    expect(differences({ headers: [] }, { headers })).toEqual([
      { path: 'headers', before: [], after: [{ name: 'X-Key', sealedValue: '(changed)' }] },
    ]);
  });

  it('take some 8 KB at most: long values of large changes are digests', () => {
    const after = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`field${n}`, '中'.repeat(300)]));
    const all = differences(null, after);
    expect(all).toHaveLength(90);
    expect(Buffer.byteLength(JSON.stringify(all))).toBeLessThan(16_000);
  });

  it('show a set as a list, an empty object, and a field whose name has a dot as a part of its parent', () => {
    expect(differences({ tags: new Set(['b']) }, { tags: new Set(['b', 'a']) })).toEqual([
      { path: 'tags', before: ['b'], after: ['a', 'b'] },
    ]);
    expect(differences({ match: {} }, { match: null })).toEqual([{ path: 'match', before: {}, after: null }]);
    const scopes = { 'desk.eu': 'read' };
    expect(differences({ signIn: { scopes: {} } }, { signIn: { scopes } })).toEqual([
      { path: 'signIn.scopes', before: {}, after: scopes },
    ]);
  });
});
