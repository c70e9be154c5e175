import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { CreateAddressList } from '../../../lib/address-book/address-list-schema.ts';
import { addressLists } from '../../../lib/address-book/address-lists.ts';
import { bookRepo } from '../../../lib/address-book/repo.ts';
import { CreateBookEntry } from '../../../lib/address-book/schema.ts';
import { CreateBacktest } from '../../../lib/alerts/backtests/schema.ts';
import { createBacktest } from '../../../lib/alerts/backtests/start-backtest.ts';
import { createReview } from '../../../lib/alerts/review/review-job.ts';
import { createRule } from '../../../lib/alerts/rules/change-rule.ts';
import { ruleRepo } from '../../../lib/alerts/rules/repo.ts';
import { CreateRule } from '../../../lib/alerts/rules/schema.ts';
import { backfillRepo } from '../../../lib/backfill/repo.ts';
import { CreateBackfill } from '../../../lib/backfill/schema.ts';
import { channels } from '../../../lib/channels/index.ts';
import { ping } from '../../../lib/channels/webhook/ping.ts';
import { deliveryRepo } from '../../../lib/deliveries/repo.ts';
import { newExport } from '../../../lib/exports/export-job.ts';
import { exportRepo } from '../../../lib/exports/start-export.ts';
import { createKey } from '../../../lib/organisations/api-keys/create-key-for.ts';
import { outboundWith } from '../../../lib/platform/outbound/outbound.ts';
import type { Creation } from '../../../lib/platform/table/table.ts';
import { deleteAll } from '../../../lib/platform/table/write-all.ts';
import { newReplay } from '../../../lib/replays/replay-job.ts';
import { CreateReplay } from '../../../lib/replays/schema.ts';
import { replayRepo } from '../../../lib/replays/start-replay.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { walletChanges } from '../../../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../../../lib/wallets/schema.ts';
import { createWebhook } from '../../../lib/webhooks/change-webhook.ts';
import { CreateWebhook } from '../../../lib/webhooks/schema.ts';
import { recordingQueue, type TestDeps, testDeps } from '../../support/deps.ts';
import { SENDER, testSealer } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

let base: TestDeps;
let organisation: OrganisationId;
beforeAll(async () => {
  base = testDeps(await makeTable());
  organisation = OrganisationId.parse(base.newId());
});

const items = async () => (await base.table.client.send(new ScanCommand({ TableName: base.table.name }))).Items ?? [];

/** The write of a request that remembers the creation. */
const DONE = { pk: 'REQUEST', sk: 'REQUEST' };
const writesDone = (isDone: boolean): Creation => ({ isDone, done: async () => ({ put: { ...DONE } }) });

const webhook = CreateWebhook.parse({ url: 'http://127.0.0.1:9/hooks', events: ['alert.fired'] });
const outside = { outbound: outboundWith('loopback'), sealer: async () => testSealer, channels };
const rule = CreateRule.parse({ name: 'Any', ruleType: 'any_transfer' });

const creating: readonly [string, (deps: TestDeps) => Promise<unknown>][] = [
  ['a subscription', (deps) => createWebhook({ ...deps, ...outside }, organisation, webhook)],
  ['a rule', (deps) => createRule({ ...deps, ...outside, rules: ruleRepo(deps) }, organisation, rule)],
  [
    'a wallet',
    (deps) =>
      walletChanges(deps).create(
        organisation,
        CreateWallet.parse({ label: 'Treasury', address: SENDER, chains: ['ethereum'] }),
        { address: SENDER, destinationTag: null },
      ),
  ],
  [
    'an entry of an address book',
    (deps) => bookRepo(deps).create(organisation, CreateBookEntry.parse({ address: SENDER, label: 'Partner' })),
  ],
  [
    'an address list',
    (deps) =>
      addressLists({ ...deps, jobs: { start: async () => {} } }).create(
        organisation,
        CreateAddressList.parse({ name: 'partners', purpose: 'info' }),
      ),
  ],
  ['an API key', (deps) => createKey(deps, organisation, { name: 'Other', scope: 'read' })],
  ['an export', (deps) => exportRepo(deps).create(organisation, newExport(deps, {}))],
  [
    'a backtest',
    (deps) =>
      createBacktest(
        { ...deps, jobs: { start: async () => {} }, transactions: { count: async () => 0 } },
        organisation,
        CreateBacktest.parse({ rule: { ruleType: 'any_transfer' }, from: '2026-01-01', to: '2026-01-02' }),
      ),
  ],
  [
    'a review of all that match',
    (deps) =>
      createReview(
        { ...deps, jobs: { start: async () => {} } },
        organisation,
        { id: 'key', name: 'Key' },
        { action: 'resolve' },
      ),
  ],
  ['a bulk replay', (deps) => replayRepo(deps).create(organisation, newReplay(deps, CreateReplay.parse({})))],
  [
    'a backfill',
    (deps) =>
      backfillRepo(deps).create(
        organisation,
        'ethereum',
        CreateBackfill.parse({ walletId: base.newId(), fromHeight: 0, toHeight: 1 }),
      ),
  ],
  [
    'a ping',
    async (deps) => {
      const subscription = await createWebhook({ ...base, ...outside }, organisation, webhook);
      return ping({ ...deps, deliveries: deliveryRepo(deps), queue: recordingQueue() }, organisation, {
        ...subscription,
      });
    },
  ],
];

describe('The creation of a record by a request with an idempotency key', () => {
  it.each(creating)('remembers in the same transaction that the record exists: %s', async (_what, make) => {
    await deleteAll(base.table, [DONE]);
    await make({ ...base, table: { ...base.table, creation: writesDone(false) } });
    expect((await items()).filter(({ pk }) => pk === DONE.pk)).toHaveLength(1);
  });

  it.each(creating.filter(([what]) => what !== 'a ping'))('writes nothing again: %s', async (_what, make) => {
    const before = await items();
    await make({ ...base, table: { ...base.table, creation: writesDone(true) } });
    expect(await items()).toEqual(before);
  });
});
