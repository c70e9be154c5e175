import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type AuditEntry, auditList } from '../../../lib/platform/audit/audit-entry.ts';
import { audited } from '../../../lib/platform/audit/audit-log.ts';
import { auditLog } from '../../../lib/platform/audit/audit-page.ts';
import { creations } from '../../../lib/platform/audit/differences.ts';
import { dividedOrganisation } from '../../../lib/platform/table/organisation-parts.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
import { derivedId } from '../../../lib/values/ids.ts';
import { testDeps } from '../../support/deps.ts';

/** The most records that one transaction creates. */
const MOST = 95;
const hexOf = (n: number): string => createHash('sha256').update(String(n)).digest('hex');
const entries = Array.from({ length: MOST }, (_, n) => ({
  ...{ id: derivedId('entry', String(n)), address: `0x${hexOf(n).slice(0, 40)}`, family: 'evm' },
  ...{ label: `Desk ${n}`, note: '', lists: ['partners'] },
  ...{ createdAt: '2026-03-01T12:00:00.000Z', updatedAt: '2026-03-01T12:00:00.000Z' },
}));

/** The bytes of the item that the creation of some records adds to the log. */
function bytesOf(created: readonly { readonly id: string }[]): number {
  const deps = testDeps(openTable('none'));
  const organisation = dividedOrganisation(deps.newId());
  const change = { action: 'create', resource: 'address_book_entry', id: null, created } as const;
  const [write] = audited(deps, organisation, change);
  return Object.entries(write?.put ?? {}).reduce((sum, [name, value]) => sum + Buffer.byteLength(`${name}${value}`), 0);
}

describe('An entry of several records', () => {
  it('tells each record with all of its fields, by its id', () => {
    const [first] = creations(entries);
    const { address, family, label, note, lists } = entries[0] ?? {};
    expect(first).toEqual({ path: entries[0]?.id, before: null, after: { address, family, label, note, lists } });
    expect(creations(entries)).toHaveLength(MOST);
  });

  it('leaves out what is null, and shows no secret', () => {
    const record = { id: 'a', externalId: null, sealedUrl: 'v1.abc', maskedUrl: 'https://a' };
    expect(creations([record])).toEqual([{ path: 'a', before: null, after: { sealedUrl: '(changed)' } }]);
  });

  it('is read as it was written', () => {
    const entry: AuditEntry = {
      ...{ id: derivedId('a'), at: '2026-03-01T12:00:00.000Z' },
      ...{ action: 'create', resource: 'address_book_entry' },
      actor: { kind: 'key', id: 'key-1', name: 'CI' },
      ...{ resourceId: null, requestId: null },
      changes: creations(entries),
    };
    const listed = auditList.listed(dividedOrganisation(derivedId('o')), entry);
    expect(auditLog.recordOf(listed)).toEqual(entry);
  });

  it('takes fewer bytes than the ids and the addresses alone, because it is compressed', () => {
    const ids = JSON.stringify(entries.map(({ id, address }) => [id, null, address]));
    expect(bytesOf(entries)).toBeLessThan(Buffer.byteLength(ids));
    expect(bytesOf(entries)).toBeLessThan(8 * 1024);
  });

  it('fits into an item of 400 KB with the longest records', () => {
    const character = (n: number) =>
      String.fromCodePoint(0x4e00 + (Number.parseInt(hexOf(n).slice(0, 8), 16) % 20_000));
    const text = (length: number, seed: number) =>
      Array.from({ length }, (_, n) => character(seed * 1_000 + n)).join('');
    const longest = entries.map((entry, n) => ({
      ...{ ...entry, label: text(64, n), note: text(500, n + MOST) },
      lists: Array.from({ length: 10 }, (_, list) => hexOf(n * 10 + list)),
    }));
    expect(creations(longest).every(({ after }) => typeof after === 'object')).toBe(true);
    expect(bytesOf(longest)).toBeLessThan(400_000);
  });
});
