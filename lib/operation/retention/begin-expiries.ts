import { organisationPages } from '../../organisations/list-organisations.ts';
import { errorFields, log } from '../../platform/log.ts';
import { measured } from '../../platform/metrics.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { ApiError } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { DAY_MS } from '../../values/time.ts';
import { expiryRepo, newExpiry } from './expiry-job.ts';
import { type ExpiryDeps, expiries } from './expiry-work.ts';
import { lastPasses, passed } from './last-expiry.ts';

/** Organisations of one page. */
const PAGE = 100;
const AT_ONCE = 8;

/**
 * Begins the expiry of each organisation that gets service and has old records: one pass a day. Handover starts the
 * runs of the passes. Measures for how many days the records of an organisation may have been late at most.
 * @throws AggregateError after all organisations were tried, when some failed.
 */
export async function beginExpiries(deps: ExpiryDeps): Promise<{ begun: number; behindDays: number }> {
  const now = deps.now();
  const today = now.toISOString().slice(0, 10);
  const errors: unknown[] = [];
  let begun = 0;
  let behindDays = 0;
  for await (const organisations of organisationPages(deps, PAGE)) {
    // A suspended organisation loses nothing.
    const active = organisations.filter(({ state }) => state === 'active');
    const passes = await lastPasses(
      deps,
      active.map(({ organisationId }) => organisationId),
    );
    await mapConcurrent(active, AT_ONCE, async ({ organisationId, createdAt }) => {
      const last = passes.get(organisationId) ?? createdAt;
      behindDays = Math.max(behindDays, (now.getTime() - Date.parse(last)) / DAY_MS);
      if (passes.get(organisationId)?.startsWith(today)) return;
      try {
        if (await begin(deps, organisationId)) begun += 1;
      } catch (error) {
        log.error('expiry.not_begun', { organisation: organisationId, ...errorFields(error) });
        errors.push(error);
      }
    });
  }
  const expiryBehindDays = Math.round(behindDays * 100) / 100;
  log.info('expiry.begun', { begun, failed: errors.length, ...measured(now, { expiryBehindDays }, {}) });
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} organisations failed`);
  return { begun, behindDays: expiryBehindDays };
}

/** False when nothing is old, or when the pass of an earlier day is not over. */
async function begin(deps: ExpiryDeps, organisationId: OrganisationId): Promise<boolean> {
  const job = newExpiry(deps);
  const old = await Promise.all(expiries(deps).map((each) => each.hasOld(organisationId)));
  if (!old.includes(true)) {
    await passed(deps, organisationId, job.createdAt);
    return false;
  }
  try {
    await expiryRepo(deps).create(organisationId, job);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') return false;
    throw error;
  }
}
