import { type HashCandidate, hashCandidates } from '../chains/hash.ts';
import { type ChainId, chainOf } from '../chains/registry.ts';
import { ifValid, reporting } from '../values/dependent-checks.ts';
import { invalidField } from '../values/errors.ts';
import { LookupQuery } from './lookup-schema.ts';

/**
 * The hashes that a text may name: with a chain the hash of the chain's family, otherwise a hash for each family with
 * this format.
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

/** The query of a lookup with checks of the hash alone and of the hash on the chain. */
export const HashQuery = LookupQuery.superRefine(
  reporting(({ hash }) => hashesOf(hash)),
  { when: ifValid('hash') },
).superRefine(
  reporting(({ hash, chain }) => hashesOf(hash, chain)),
  { when: ifValid('hash', 'chain') },
);
