import { describe, expect, it } from '@jest/globals';
import { type AuditEntry, entriesOf, pageOf } from '../../../../console/pages/audit/audit-words.ts';

const entry = (more: Partial<AuditEntry>): AuditEntry => ({
  id: '4e5f6071-8293-4a4b-8c5d-6e7f8091a2b3',
  at: '2026-11-29T09:00:00.000Z',
  actor: { kind: 'system', id: null, name: null },
  action: 'update',
  resource: 'rule',
  resourceId: 'a&b',
  changes: [],
  requestId: null,
  ...more,
});

describe('The page of what an audit entry is about', () => {
  it('is the page that opens the rule', () => {
    expect(pageOf(entry({}))).toBe('/rules?open=a%26b');
  });

  it('is the whole page where things do not open', () => {
    expect(pageOf(entry({ resource: 'settings', resourceId: null }))).toBe('/settings');
    expect(pageOf(entry({ resource: 'key', action: 'delete' }))).toBe('/keys');
  });

  it('does not exist for what was deleted, for several things, and for what has no page', () => {
    expect(pageOf(entry({ action: 'delete' }))).toBeNull();
    expect(pageOf(entry({ resourceId: null }))).toBeNull();
    expect(pageOf(entry({ resource: 'backfill' }))).toBeNull();
  });
});

describe('The page of all entries of an actor', () => {
  it('names the actor by the id, and by the kind without an id', () => {
    expect(entriesOf({ kind: 'person', id: 'person:a b', name: 'Ada' })).toBe('/audit?actor=person%3Aa%20b');
    expect(entriesOf({ kind: 'operator', id: null, name: null })).toBe('/audit?actor=operator');
  });
});
