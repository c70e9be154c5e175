import { describe, expect, it } from '@jest/globals';
import { refusal } from '../../../console/session/scope.ts';

describe('refusal', () => {
  it('lets a key do what its scope contains', () => {
    for (const scope of ['read', 'review', 'write', 'admin'] as const) expect(refusal('admin', scope)).toBeUndefined();
    expect(refusal('write', 'review')).toBeUndefined();
    expect(refusal('review', 'read')).toBeUndefined();
  });

  it('names the scope that is missing', () => {
    expect(refusal('read', 'write')).toBe('You have the scope "read". This needs the scope "write".');
    expect(refusal('review', 'write')).toBe('You have the scope "review". This needs the scope "write".');
    expect(refusal('write', 'admin')).toBe('You have the scope "write". This needs the scope "admin".');
  });
});
