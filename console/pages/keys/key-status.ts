import type { components } from '../../../sdk/index.ts';

type ApiKey = components['schemas']['ApiKey'];

export type KeyStatus = 'active' | 'expired' | 'revoked';

/** Whether the key works at this time. */
export function keyStatus({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): KeyStatus {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now.toISOString() ? 'expired' : 'active';
}
