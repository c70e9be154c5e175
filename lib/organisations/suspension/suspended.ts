import type { Deps } from '../../platform/deps.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import { suspensionRepo } from './repo.ts';

/** How long a process may not know of a suspension or its end. */
export const SUSPENSIONS_KNOWN_SECONDS = 30;

/**
 * Whether an organisation is suspended. The work of a suspended organisation stays where handover finds it: outbox
 * entries, deferred matches and deliveries that are due.
 */
export type Suspended = (organisationId: OrganisationId) => Promise<boolean>;

/** Remembers the suspended organisations for half a minute, so that no record and no attempt costs a read. */
export function suspended(deps: Pick<Deps, 'table' | 'now' | 'newId'>): Suspended {
  const repo = suspensionRepo(deps);
  let known: { readonly until: Date; readonly ids: Promise<ReadonlySet<OrganisationId>> } | undefined;

  async function read(): Promise<ReadonlySet<OrganisationId>> {
    try {
      return new Set((await repo.all()).map(({ organisationId }) => organisationId));
    } catch (error) {
      known = undefined;
      throw error;
    }
  }

  return async (organisationId) => {
    if (known === undefined || known.until <= deps.now()) {
      known = { until: plusSeconds(deps.now(), SUSPENSIONS_KNOWN_SECONDS), ids: read() };
    }
    return (await known.ids).has(organisationId);
  };
}
