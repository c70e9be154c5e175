import * as z from 'zod';
import { organisationPages } from '../../organisations/list-organisations.ts';
import { ChainEnd } from '../../platform/audit/audit-checkpoint.ts';
import { errorFields, log } from '../../platform/log.ts';
import { auditKeys } from '../../platform/table/audit-keys.ts';
import { batchGet } from '../../platform/table/table.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import { type CheckpointDeps, makeCheckpoint } from './make-checkpoint.ts';

/** Organisations of one page. */
const PAGE = 100;
const AT_ONCE = 8;
/** Shorter than the time-out of the function: after this time a run begins no checkpoint. */
const RUN_SECONDS = 600;
/** Checkpoints of an organisation in one run: after an outage of days no organisation takes all the time. */
const MOST = 24;

const StoredEnd = ChainEnd.extend({ pk: z.string() });

/**
 * Makes the checkpoints of all organisations that get service, for the hours that are over. What a run leaves, the next
 * run makes: the chain of a suspended organisation goes on after its suspension.
 * @throws AggregateError after all organisations were tried, when some failed.
 */
export async function makeCheckpoints(deps: CheckpointDeps): Promise<{ made: number }> {
  const until = plusSeconds(deps.now(), RUN_SECONDS);
  const errors: unknown[] = [];
  let made = 0;
  for await (const organisations of activeOrganisations(deps)) {
    const ends = await chainEnds(deps, organisations);
    await mapConcurrent(organisations, AT_ONCE, async (organisation) => {
      try {
        let end = ends.get(auditKeys.checkpointsEnd(organisation).pk) ?? null;
        for (let n = 0; n < MOST && deps.now() < until; n++) {
          end = await makeCheckpoint(deps, organisation, end);
          if (end === null) break;
          made += 1;
        }
      } catch (error) {
        log.error('audit.checkpoint_failed', { organisation, ...errorFields(error) });
        errors.push(error);
      }
    });
    if (deps.now() >= until) break;
  }
  log.info('audit.checkpoints_made', { made, failed: errors.length });
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} organisations failed`);
  return { made };
}

/** Pages of organisations, from a random place on: when the time of a run ends, other organisations wait each time. */
async function* activeOrganisations(deps: CheckpointDeps): AsyncGenerator<OrganisationId[]> {
  const start = OrganisationId.parse(deps.newId());
  for await (const later of organisationPages(deps, PAGE, start)) yield activeAmong(later);
  for await (const page of organisationPages(deps, PAGE)) {
    const earlier = page.filter(({ organisationId }) => organisationId <= start);
    yield activeAmong(earlier);
    if (earlier.length < page.length) return;
  }
}

const activeAmong = (some: readonly { readonly organisationId: OrganisationId; readonly state: string }[]) =>
  some.filter(({ state }) => state === 'active').map(({ organisationId }) => organisationId);

/** The ends of the chains, by partition. */
async function chainEnds(
  { table }: CheckpointDeps,
  organisations: readonly OrganisationId[],
): Promise<Map<string, ChainEnd>> {
  const found = await batchGet(table, organisations.map(auditKeys.checkpointsEnd), StoredEnd);
  return new Map(found.map(({ pk, ...end }) => [pk, end]));
}
