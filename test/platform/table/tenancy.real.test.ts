import { beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { acknowledge } from '../../../lib/alerts/events/repo.ts';
import { StoredSettings } from '../../../lib/channels/settings/schema.ts';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import { packAttempts } from '../../../lib/deliveries/delivery-item.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { write } from '../../../lib/platform/table/write.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingTimer, testDeps } from '../../support/deps.ts';
import { organisationItems } from '../../support/organisation-items.ts';
import { attemptDeps } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { uuid } from '../../support/records.ts';
import { makeScenario, type Scenario, SENDER } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

/** An organisation with a record of every kind. */
async function fullScenario() {
  const deps = testDeps(await makeTable());
  const scenario = await makeScenario(deps);
  const { evaluation, organisation } = scenario;
  const rule = await scenario.makeRule();
  const webhook = await scenario.makeWebhook('http://127.0.0.1:9/');
  await evaluation.settings.change(organisation, { emails: ['ops@example.com'] });
  const transaction = await scenario.record(1);
  await scenario.evaluate(transaction);
  const [event] = await scenario.events();
  const [delivery] = await scenario.deliveries();
  if (event === undefined || delivery === undefined) throw new Error('the rule did not fire');
  await attemptDelivery(attemptDeps(deps, recordingTimer()), nextAttemptOf(delivery));
  const { attempts } = await evaluation.deliveries.get(organisation, delivery.id);
  await write(deps.table, {
    put: { ...keys.attempts(organisation, delivery.id, 1, 1), attempts: packAttempts(attempts) },
  });
  return { deps, scenario, ids: { rule, webhook, transaction, event, delivery, wallet: scenario.wallet } };
}

let full: Awaited<ReturnType<typeof fullScenario>>;
let stranger: Scenario;
beforeAll(async () => {
  full = await fullScenario();
  stranger = await makeScenario(full.deps);
});

const everything = { page: 1, pageSize: 100 };
type Ids = (typeof full)['ids'];
type Operation = (
  repos: Scenario['evaluation'] & Pick<Scenario, 'wallets'>,
  organisationId: OrganisationId,
  ids: Ids,
) => unknown;

/** Every read of one record or of a list, with the result for an organisation that does not own the record. */
const READS: readonly [string, Operation, unknown][] = [
  ['wallet', ({ wallets }, organisationId, { wallet }) => wallets.get(organisationId, wallet.id), 'not_found'],
  ['wallets by id', ({ wallets }, organisationId, { wallet }) => wallets.byId(organisationId, [wallet.id]), new Map()],
  [
    'transaction',
    ({ transactions }, organisationId, { transaction }) => transactions.get(organisationId, transaction.id),
    'not_found',
  ],
  [
    'transaction to find',
    ({ transactions }, organisationId, { transaction }) => transactions.find(organisationId, transaction.id),
    null,
  ],
  [
    'transactions of a hash',
    ({ transactions }, organisationId, { transaction }) => transactions.byHash(organisationId, transaction.hash),
    [],
  ],
  [
    'transactions of a wallet',
    async ({ transactions }, organisationId, { wallet }) =>
      (await transactions.page(organisationId, { walletId: wallet.id }, everything)).data,
    [],
  ],
  [
    'transactions to export',
    async ({ transactions }, organisationId) => (await Array.fromAsync(transactions.all(organisationId, {}))).flat(),
    [],
  ],
  ['rule', ({ rules }, organisationId, { rule }) => rules.get(organisationId, rule.id), 'not_found'],
  ['rules', ({ rules }, organisationId) => rules.all(organisationId), []],
  ['event', ({ events }, organisationId, { event }) => events.get(organisationId, event.id), 'not_found'],
  ['events', async ({ events }, organisationId) => (await events.list(organisationId, everything)).data, []],
  [
    'open events',
    async ({ events }, organisationId) => (await events.list(organisationId, { ...everything, status: 'open' })).data,
    [],
  ],
  ['webhook', ({ webhooks }, organisationId, { webhook }) => webhooks.get(organisationId, webhook.id), 'not_found'],
  ['webhook to find', ({ webhooks }, organisationId, { webhook }) => webhooks.find(organisationId, webhook.id), null],
  ['webhooks', ({ webhooks }, organisationId) => webhooks.all(organisationId), []],
  [
    'delivery',
    ({ deliveries }, organisationId, { delivery }) => deliveries.get(organisationId, delivery.id),
    'not_found',
  ],
  [
    'deliveries',
    async ({ deliveries }, organisationId) => (await deliveries.list(organisationId, everything)).data,
    [],
  ],
  [
    'retrying deliveries',
    async ({ deliveries }, organisationId) =>
      (await deliveries.list(organisationId, { ...everything, status: 'retrying' })).data,
    [],
  ],
  [
    'attempts of earlier generations',
    ({ deliveries }, organisationId, { delivery }) =>
      deliveries.attempts({ ...delivery, organisationId, attemptsMade: 9 }),
    [],
  ],
  ['settings', ({ settings }, organisationId) => settings.get(organisationId), StoredSettings.parse({})],
];

/** Every write to an existing record. */
const WRITES: readonly [string, Operation][] = [
  [
    'change a wallet',
    ({ wallets }, organisationId, { wallet }) => wallets.update(organisationId, wallet.id, { label: 'Mine' }),
  ],
  ['delete a wallet', ({ wallets }, organisationId, { wallet }) => wallets.remove(organisationId, wallet.id)],
  [
    'annotate a transaction',
    ({ transactions }, organisationId, { transaction: { id } }) =>
      transactions.annotate(organisationId, id, { notes: '' }),
  ],
  ['delete a rule', ({ rules }, organisationId, { rule }) => rules.remove(organisationId, rule.id)],
  [
    'review an event',
    ({ events }, organisationId, { event }) =>
      events.review(organisationId, event.id, acknowledge({ id: 'k', name: 'K', at: new Date(0) }), () =>
        Promise.resolve({ deliveryIds: [], writes: [] }),
      ),
  ],
  [
    'change a webhook',
    ({ webhooks }, organisationId, { webhook }) => webhooks.update(organisationId, webhook, { isActive: false }),
  ],
  ['delete a webhook', ({ webhooks }, organisationId, { webhook }) => webhooks.remove(organisationId, webhook.id)],
  [
    'restart a delivery',
    ({ deliveries }, organisationId, { delivery }) => deliveries.restart(organisationId, delivery.id, uuid(9)),
  ],
];

/** The result of an operation, or the code of the error that the operation throws. */
async function outcome(operation: Operation, { evaluation, wallets, organisation }: Scenario): Promise<unknown> {
  try {
    return await operation({ ...evaluation, wallets }, organisation, full.ids);
  } catch (error) {
    return z.object({ code: z.string() }).parse(error).code;
  }
}

const itemsOf = ({ organisation }: Scenario) => organisationItems(full.deps.table, organisation, '', z.looseObject({}));

describe('an organisation', () => {
  it.each(READS)('does not see the %s of another organisation', async (_what, read, nothing) => {
    expect(await outcome(read, stranger)).toEqual(nothing);
    // The owner sees the record, which shows that the read itself is right.
    expect(await outcome(read, full.scenario)).not.toEqual(nothing);
  });

  it.each(WRITES)('cannot %s of another organisation', async (_what, change) => {
    const before = [await itemsOf(full.scenario), await itemsOf(stranger)];
    expect(await outcome(change, stranger)).toBe('not_found');
    expect([await itemsOf(full.scenario), await itemsOf(stranger)]).toEqual(before);
  });

  it('does not count the transactions of another organisation', async () => {
    const { transactions } = full.scenario.evaluation;
    expect(await transactions.countRecent(stranger.organisation, full.ids.transaction, 60)).toBe(1);
  });

  it('does not own the addresses of another organisation', async () => {
    const owned = (organisationId: OrganisationId) =>
      full.scenario.evaluation.wallets.owned(organisationId, ['ethereum'], [SENDER]);
    expect(await owned(full.scenario.organisation)).toEqual(
      new Map([[SENDER, { untagged: full.scenario.wallet.id, tagged: new Map() }]]),
    );
    expect(await owned(stranger.organisation)).toEqual(
      new Map([[SENDER, { untagged: stranger.wallet.id, tagged: new Map() }]]),
    );
  });

  it('has its own record of a transaction that another organisation has recorded, too', async () => {
    const { id } = await stranger.record(1, { walletId: stranger.wallet.id });
    expect(id).not.toBe(full.ids.transaction.id);
    expect(
      await full.scenario.evaluation.transactions.byHash(full.scenario.organisation, full.ids.transaction.hash),
    ).toHaveLength(1);
  });
});
