import { LRUCache } from 'lru-cache';
import type { Deps } from '../../platform/deps.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { growingTo } from '../../values/memo.ts';
import { type OwnLimits, ownLimits } from './limits.ts';

const MOST_ORGANISATIONS = 10_000;
/** A limit that an operator sets takes effect after this time at the latest. */
const KEPT_MS = 10_000;

export type RememberedLimits = (organisationId: OrganisationId) => Promise<OwnLimits>;

/** The limits of organisations, as a process remembers them: one read for each organisation in ten seconds. */
export function rememberedLimits({ table, now }: Pick<Deps, 'table' | 'now'>): RememberedLimits {
  const known = new LRUCache<OrganisationId, { readonly at: number; readonly limits: OwnLimits }>({
    ...growingTo(MOST_ORGANISATIONS),
  });
  return async (organisationId) => {
    const at = now().getTime();
    const held = known.get(organisationId);
    if (held !== undefined && at < held.at + KEPT_MS) return held.limits;
    const limits = await ownLimits(table, organisationId);
    known.set(organisationId, { at, limits });
    return limits;
  };
}
