import { describe, expect, it } from '@jest/globals';
import type { Audited } from '../../../lib/platform/audit/audit-entry.ts';
import { differences } from '../../../lib/platform/audit/differences.ts';
import { notableIn } from '../../../lib/platform/audit/notable.ts';

describe('a change of the settings', () => {
  const told = (before: object, after: object, lostAddresses: readonly string[] = []) => {
    const change: Audited = { action: 'update', resource: 'settings', id: null, before, after, lostAddresses };
    return notableIn(change, differences(before, after));
  };

  it('is told when it loses a confirmed address, whatever the settings note of lost addresses', () => {
    const toldUntil = Array.from({ length: 20 }, (_, n) => ({ address: `a${n}@example.com`, until: '2026-02-01' }));
    const [before, after] = [{ emails: ['x@example.com', 'y@example.com'] }, { emails: ['y@example.com'], toldUntil }];
    expect(told(before, after, ['x@example.com'])).toEqual({ action: 'repointed', name: 'e-mail addresses' });
  });

  it('is not told when it loses an address that has not confirmed, also one that had confirmed long ago', () => {
    const toldUntil = [{ address: 'x@example.com', until: '2025-01-01' }];
    expect(told({ emails: ['x@example.com'], toldUntil }, { emails: [], toldUntil })).toBeNull();
  });

  it.each([
    ['slackUrl', 'Slack URL'],
    ['customWebhookUrl', 'Custom webhook URL'],
  ])('names the field %s in words', (field, name) => {
    const [old, young] = ['https://a.example/1', 'https://b.example/2'];
    expect(told({ [field]: old }, { [field]: young })).toEqual({ action: 'repointed', name });
    expect(told({ [field]: old }, { [field]: null })).toEqual({ action: 'disabled', name });
    expect(told({ [field]: null }, { [field]: young })).toBeNull();
  });
});
