import { beforeEach, describe, expect, it } from '@jest/globals';
import { signatureHeaders } from '../../../lib/channels/http/sign.ts';
import { canaryAccount } from '../../../lib/operation/canary/canary-account.ts';
import { recordReceipt } from '../../../lib/operation/canary/canary-receipt.ts';
import { runCanary } from '../../../lib/operation/canary/canary-run.ts';
import { canaryRepo } from '../../../lib/operation/canary/repo.ts';
import { listOrganisations } from '../../../lib/organisations/list-organisations.ts';
import { dataKeyOf, sealer } from '../../../lib/platform/sealer.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { evmHash } from '../../api/samples.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { metricsIn } from '../../support/embedded-metrics.ts';
import { Faults, HEALTHY } from '../../support/faults.ts';
import { uuid } from '../../support/records.ts';
import { capturedLog } from '../../support/stderr.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

const seals = sealer([dataKeyOf('k'.repeat(64))]);
/** No server listens here. */
const NOWHERE = 'http://127.0.0.1:2';

let deps: TestDeps;
let faults: Faults;
let lines: ReturnType<typeof capturedLog>;
beforeEach(async () => {
  lines = capturedLog();
  const { name } = await makeTable();
  faults = new Faults();
  deps = testDeps(openTable(name, faults.over(dynamoDb())));
});

const opened = () => canaryAccount({ ...deps, sealer: seals });
const organisations = async () => (await listOrganisations(deps, { pageSize: 100 })).organisations;

describe('A run of the canary', () => {
  it('fails with its metric, and without an exception, when the API does not answer', async () => {
    const run = runCanary({ ...deps, serviceUrl: NOWHERE, sealer: async () => seals });
    expect(await run).toEqual({ outcome: 'failed', ms: null });
    expect(lines.map(({ event }) => event)).toEqual(['canary.failed', 'canary.completed']);
    expect(lines.flatMap(metricsIn)).toMatchObject([
      { name: 'canaryRuns', value: 1, dimensions: { outcome: 'failed' } },
    ]);
  });

  it.each([1, 2, 3, 4])('that dies at call %i leaves nothing that hinders the next', async (at) => {
    for (const fails of ['before', 'after'] as const) {
      faults.arm({ at, fails, process: 'dies' });
      await faults.process(opened);
    }
    faults.arm(HEALTHY);
    await faults.process(async () => {
      const account = await opened();
      expect(await opened()).toEqual(account);
      expect(await organisations()).toMatchObject([{ organisationId: account.organisationId, name: 'Canary' }]);
    });
  });

  it('shares its account with a run at the same time', async () => {
    const [one, other] = await Promise.all([opened(), opened()]);
    expect(other).toEqual(one);
    expect(await organisations()).toHaveLength(1);
  });
});

describe('A receipt', () => {
  const hash = evmHash();
  const body = JSON.stringify({ event: 'alert.fired', rule: { id: uuid(1) }, transaction: { hash } });
  const receive = async (text: string, timestamp = deps.now()) => {
    const { secret } = await opened();
    const headers = signatureHeaders({ body: text, deliveryId: 'd', timestamp, secret });
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    await recordReceipt({ ...deps, sealer: async () => seals }, text, lower);
  };
  const REFUSED = { code: 'unauthorized' };

  it('is recorded once for a transaction, with the time of the first webhook', async () => {
    await receive(body);
    const receivedAt = deps.now().toISOString();
    deps.advance(60);
    await receive(body);
    expect(await canaryRepo(deps).receipt(hash)).toEqual({ hash, ruleId: uuid(1), receivedAt });
  });

  it('is refused when its signature is older than five minutes, and nothing is recorded', async () => {
    await expect(receive(body, plusSeconds(deps.now(), -301))).rejects.toMatchObject(REFUSED);
    expect(await canaryRepo(deps).receipt(hash)).toBeNull();
  });

  it.each([
    ['is no alert', JSON.stringify({ event: 'ping', webhook: { id: uuid(1) } })],
    ['is no JSON', 'alert.fired'],
    ['is very long', `${' '.repeat(10_000)}${body}`],
  ])('is refused when a signed body %s', async (_what, text) => {
    await expect(receive(text)).rejects.toMatchObject(REFUSED);
  });

  it('is refused before the canary has an account', async () => {
    const receiving = recordReceipt({ ...deps, sealer: async () => seals }, body, {});
    await expect(receiving).rejects.toMatchObject(REFUSED);
  });
});
