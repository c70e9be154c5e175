import { describe, expect, it } from '@jest/globals';
import { keyStatus } from '../../../../console/pages/keys/key-status.ts';

const now = new Date('2026-11-23T12:00:00.000Z');

describe('The status of an API key', () => {
  it('is active without an end and before the end', () => {
    expect(keyStatus({ revokedAt: null, expiresAt: null }, now)).toBe('active');
    expect(keyStatus({ revokedAt: null, expiresAt: '2026-11-23T12:00:00.001Z' }, now)).toBe('active');
  });

  it('is expired from the end on', () => {
    expect(keyStatus({ revokedAt: null, expiresAt: '2026-11-23T12:00:00.000Z' }, now)).toBe('expired');
  });

  it('is revoked whether the key would have expired or not', () => {
    const revokedAt = '2026-11-20T12:00:00.000Z';
    expect(keyStatus({ revokedAt, expiresAt: null }, now)).toBe('revoked');
    expect(keyStatus({ revokedAt, expiresAt: '2026-11-21T12:00:00.000Z' }, now)).toBe('revoked');
  });
});
