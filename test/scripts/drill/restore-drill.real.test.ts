import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usage } from '../../../lib/operation/admin/usage.ts';
import { newLists } from '../../../lib/operation/lists/counted-lists.ts';
import { apiKeyRepo } from '../../../lib/organisations/api-keys/repo.ts';
import { createOrganisation } from '../../../lib/organisations/create-organisation.ts';
import { listOrganisations } from '../../../lib/organisations/list-organisations.ts';
import { dataKeyOf, sealer } from '../../../lib/platform/sealer.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { operatorKeys } from '../../../lib/platform/table/operator-keys.ts';
import { transact, write } from '../../../lib/platform/table/write.ts';
import { restoreDrill } from '../../../scripts/drill/restore-drill.ts';
import { contentsOf, importTable } from '../../../scripts/drill/table-export.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario, testSealer } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

let folder: string;
let file: string;
let deps: TestDeps;
let scenario: Scenario;
const lines: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainwatch-drill-'));
  file = join(folder, 'export.gz');
  deps = testDeps(await makeTable());
  await createOrganisation(deps, { apiKeys: apiKeyRepo(deps), newLists: newLists(deps) }, { name: 'Another' });
  scenario = await makeScenario(deps);
  const { organisation } = scenario;
  const listed = { organisationId: organisation, name: 'Acme', createdAt: deps.now().toISOString() };
  await transact(deps.table, { lists: newLists(deps)(organisation) });
  await write(deps.table, { put: { ...keys.organisation(organisation), ...listed } });
  await write(deps.table, { put: { ...operatorKeys.listed(organisation), ...listed } });
  await scenario.makeRule();
  await scenario.makeWebhook('http://127.0.0.1:9/hooks');
  for (const n of [1, 2, 3]) await scenario.evaluate(await scenario.record(n));
});
afterAll(() => rmSync(folder, { recursive: true }));

const drill = async (key = testSealer) => {
  const restored = await makeTable();
  const print = (line: string) => void lines.push(line);
  await restoreDrill({ ...deps, source: deps.table, restored, file, sealer: key, print });
  return restored;
};

describe('the drill of a restore', () => {
  it('restores every item, whose lists need no repair and whose secrets open', async () => {
    const restored = await drill();
    expect(await contentsOf(restored)).toEqual(await contentsOf(deps.table));
    expect(lines).toContain('recounted  the lists of 2 organisations, 0 entries repaired');
    expect(lines).toContain('opened     1 secrets with the data key');
    const service = { ...deps, table: restored };
    expect(await usage(service, scenario.organisation)).toEqual(await usage(deps, scenario.organisation));
    expect((await listOrganisations(service, { pageSize: 100 })).organisations).toHaveLength(2);
  });

  it('fails when the data key is another one', async () => {
    await expect(drill(sealer([dataKeyOf('9'.repeat(32))]))).rejects.toThrow('the data key does not open the secret');
  });

  it('finds an item that is missing or has changed', async () => {
    const whole = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
    const changed = join(folder, 'changed.gz');
    for (const wrong of [whole.slice(1), whole.map((line) => line.replace('Treasury', 'Treasure'))]) {
      writeFileSync(changed, gzipSync(`${wrong.join('\n')}\n`));
      const restored = await makeTable();
      await importTable(changed, restored);
      expect(await contentsOf(restored)).not.toEqual(await contentsOf(deps.table));
    }
  });
});
