import { type HashCandidate, hashCandidates } from '../chains/hash.ts';
import { type ChainId, chainOf } from '../chains/registry.ts';
import { invalidField } from '../values/errors.ts';

/**
 * What the text of a hash may name: on a chain the one hash of the chain's family, otherwise one hash for each family
 * with this format.
 * @throws ApiError `validation_failed` on `hash`.
 */
export function hashesOf(text: string, chain?: ChainId): readonly [HashCandidate, ...HashCandidate[]] {
  const candidates = hashCandidates(text);
  if (candidates.length === 0) throw invalidField('hash', 'is not a transaction hash of any chain');
  const family = chain && chainOf(chain).family;
  const [first, ...others] = candidates.filter((each) => family === undefined || each.family === family);
  if (first === undefined) throw invalidField('hash', `is not a transaction hash of ${chain}`);
  return [first, ...others];
}
