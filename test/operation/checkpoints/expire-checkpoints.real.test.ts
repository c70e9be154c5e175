import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeCheckpoints } from '../../../lib/operation/checkpoints/all-checkpoints.ts';
import { dividedOrganisation } from '../../../lib/platform/table/organisation-parts.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { recordingQueue, type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { makeTable } from '../../support/table.ts';
import { expireAll } from '../retention/expire-all.ts';
import { memoryArchive } from '../retention/memory-archive.ts';
import { enter, list, logOf, problemOf, signing } from './signing.ts';

quiet();

const DAY_MS = 86_400_000;
const AUDIT_DAYS = 400;

let deps: TestDeps;
let organisation: OrganisationId;

beforeEach(async () => {
  deps = testDeps(await makeTable(), '2026-03-01T00:00:00.000Z');
  organisation = dividedOrganisation(deps.newId());
  await list(deps, organisation);
});

const run = () => makeCheckpoints(signing(deps, recordingQueue()));

/** The log after the pass of the expiry, which begins so long after this time of 1 March 2026. */
async function logAfter(days: number, time: string) {
  deps.setNow(new Date(Date.parse(`2026-03-01T${time}Z`) + days * DAY_MS));
  const kept = { deliveries: 35, events: 35, audit: AUDIT_DAYS, transactions: undefined };
  await expireAll({ ...deps, archive: memoryArchive().archive, days: kept });
  return logOf(deps, organisation);
}

describe('The checkpoints of an audit log', () => {
  it('expire a day before their entries, so that each that is left has all of its entries', async () => {
    for (const time of ['09:10:00.000', '09:50:00.000', '15:30:00.000']) await enter(deps, organisation, time);
    deps.setNow(new Date('2026-03-02T00:00:00.000Z'));
    expect(await run()).toEqual({ made: 2 });
    const [first, second] = (await logOf(deps, organisation)).checkpoints;

    const kept = await logAfter(AUDIT_DAYS - 2, '23:00:00.000');
    expect([kept.entries.length, kept.checkpoints]).toEqual([3, [first, second]]);

    const without = await logAfter(AUDIT_DAYS - 1, '12:00:00.000');
    expect([without.entries.length, without.checkpoints]).toEqual([3, [second]]);
    expect(without.checkpoints.map((each) => problemOf(without.entries, each))).toEqual([null]);

    const later = await logAfter(AUDIT_DAYS, '12:00:00.000');
    expect([later.entries.map(({ at }) => at), later.checkpoints]).toEqual([['2026-03-01T15:30:00.000Z'], []]);
  });

  it('leave the end of their chain, from which the next checkpoint goes on', async () => {
    await enter(deps, organisation, '09:10:00.000');
    deps.setNow(new Date('2026-03-02T00:00:00.000Z'));
    await run();
    const [first] = (await logOf(deps, organisation)).checkpoints;
    expect(await logAfter(AUDIT_DAYS + 1, '12:00:00.000')).toEqual({ entries: [], checkpoints: [] });
    await enter(deps, organisation, '10:10:00.000');
    expect(await run()).toEqual({ made: 1 });
    const { entries, checkpoints } = await logOf(deps, organisation);
    expect(checkpoints).toMatchObject([{ from: first?.to, previous: first?.root, count: 1 }]);
    expect(checkpoints.map((each) => problemOf(entries, each))).toEqual([null]);
  });
});
