import type { ApiKeyRepo } from '../../organisations/api-keys/repo.ts';
import type { SuspensionRepo } from '../../organisations/suspension/repo.ts';
import type { RateLimiter } from '../../platform/rate-limit/key-rate.ts';
import { checkAll, type PartCheck } from './part-check.ts';
import type { CheckAnswer, CheckRequest } from './schema.ts';

export interface AnswerDeps {
  readonly apiKeys: Pick<ApiKeyRepo, 'valid'>;
  readonly suspensions: Pick<SuspensionRepo, 'find'>;
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly checks: readonly PartCheck[];
}

/** Runs the checks for an admin key. Refuses other keys as the authorizer and the endpoints do. */
export async function answerCheck(deps: AnswerDeps, { sha256 }: CheckRequest): Promise<CheckAnswer> {
  const key = await deps.apiKeys.valid(sha256);
  if (key === null) return { refused: 'unauthorized' };
  if ((await deps.suspensions.find(key.organisationId)) !== null) return { refused: 'organisation_suspended' };
  if (key.scope !== 'admin') return { refused: 'forbidden' };
  const seconds = await deps.limiter.take(key.id);
  return seconds > 0 ? { refused: 'rate_limited', seconds } : { checks: await checkAll(deps.checks) };
}
