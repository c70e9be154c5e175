import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Table } from '../../lib/platform/table/table.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { deferringOrganisations } from '../../lib/watch/deferring.ts';
import { testDeps } from '../support/deps.ts';
import { makeTable } from '../support/table.ts';

let table: Table;
let organisations: [OrganisationId, OrganisationId];
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(() => {
  const { newId } = testDeps(table);
  organisations = [OrganisationId.parse(newId()), OrganisationId.parse(newId())];
});

const run = () => deferringOrganisations(table, 'anvil');

/** Those of the two organisations that a new run takes for deferring. */
const known = () => run().among(organisations);

describe('an organisation that has deferred matches', () => {
  it('is known to the run that deferred them, and to the next run', async () => {
    const [deferring] = organisations;
    const own = run();
    await own.add(new Set([deferring]));
    expect(await own.among(organisations)).toEqual(new Set([deferring]));
    expect(await known()).toEqual(new Set([deferring]));
  });

  it('is known to the next run if the run died at once', async () => {
    await run().add(new Set(organisations));
    expect(await known()).toEqual(new Set(organisations));
  });

  it('is known again if it defers again after it was clear', async () => {
    const [deferring] = organisations;
    const own = run();
    await own.add(new Set([deferring]));
    own.markClear(deferring);
    expect(await own.among(organisations)).toEqual(new Set());
    await own.add(new Set([deferring]));
    expect(await own.among(organisations)).toEqual(new Set([deferring]));
    await own.end();
    expect(await known()).toEqual(new Set([deferring]));
  });
});

describe('an organisation whose deferred matches are recorded', () => {
  it('is forgotten at the end of the run that sees this', async () => {
    const [first, second] = organisations;
    await run().add(new Set(organisations));
    const own = run();
    await own.among(organisations);
    own.markClear(first);
    expect(await known()).toEqual(new Set(organisations));
    await own.end();
    expect(await known()).toEqual(new Set([second]));
  });

  // Scenario: the first run lost its lease, and a second run began.
  it('stays known if another run has deferred matches meanwhile', async () => {
    const [deferring] = organisations;
    await run().add(new Set([deferring]));
    const late = run();
    await late.among(organisations);
    late.markClear(deferring);
    await run().add(new Set([deferring]));
    await late.end();
    expect(await known()).toEqual(new Set([deferring]));
  });
});
