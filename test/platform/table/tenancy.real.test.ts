import { beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { acknowledge } from '../../../lib/alerts/events/repo.ts';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import { nextAttemptOf } from '../../../lib/deliveries/delivery-queue.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { queryPrefix } from '../../../lib/platform/table/table.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { recordingTimer, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { attemptDeps } from '../../support/stage.ts';
import { makeTable } from '../../support/table.ts';
import { makeWorld, SENDER, type World } from '../../support/world.ts';

quiet();

/** An organisation with a record of every kind. */
async function fullWorld() {
  const deps = testDeps(await makeTable());
  const world = await makeWorld(deps);
  const { evaluation, organisation } = world;
  const rule = await world.makeRule();
  const webhook = await world.makeWebhook('http://127.0.0.1:9/');
  await evaluation.settings.change(organisation, { emails: ['ops@example.com'] });
  const transaction = await world.record(1);
  await world.evaluate(transaction);
  const [event] = await world.events();
  const [delivery] = await world.deliveries();
  if (event === undefined || delivery === undefined) throw new Error('the rule did not fire');
  await attemptDelivery(attemptDeps(deps, recordingTimer()), nextAttemptOf(delivery));
  return { deps, world, ids: { rule, webhook, transaction, event, delivery, wallet: world.wallet } };
}

let full: Awaited<ReturnType<typeof fullWorld>>;
let stranger: World;
beforeAll(async () => {
  full = await fullWorld();
  stranger = await makeWorld(full.deps);
});

const everything = { page: 1, pageSize: 100 };
type Ids = (typeof full)['ids'];
type Operation = (repos: World['evaluation'], o: OrganisationId, ids: Ids) => unknown;

/** Every read of one record, or of what belongs to it; with what it answers an organisation that does not have it. */
const READS: readonly [string, Operation, unknown][] = [
  ['wallet', ({ wallets }, o, { wallet }) => wallets.get(o, wallet.id), 'not_found'],
  ['wallets by id', ({ wallets }, o, { wallet }) => wallets.byId(o, [wallet.id]), new Map()],
  ['transaction', ({ transactions }, o, { transaction }) => transactions.get(o, transaction.id), 'not_found'],
  ['transaction to find', ({ transactions }, o, { transaction }) => transactions.find(o, transaction.id), null],
  ['transactions of a hash', ({ transactions }, o, { transaction }) => transactions.byHash(o, transaction.hash), []],
  [
    'transactions of a wallet',
    async ({ transactions }, o, { wallet }) => (await transactions.page(o, { walletId: wallet.id }, everything)).data,
    [],
  ],
  [
    'transactions to export',
    async ({ transactions }, o) => (await Array.fromAsync(transactions.all(o, {}))).flat(),
    [],
  ],
  ['rule', ({ rules }, o, { rule }) => rules.get(o, rule.id), 'not_found'],
  ['rules', ({ rules }, o) => rules.all(o), []],
  ['event', ({ events }, o, { event }) => events.get(o, event.id), 'not_found'],
  ['events', async ({ events }, o) => (await events.list(o, everything)).data, []],
  ['open events', async ({ events }, o) => (await events.list(o, { ...everything, status: 'open' })).data, []],
  ['webhook', ({ webhooks }, o, { webhook }) => webhooks.get(o, webhook.id), 'not_found'],
  ['webhook to find', ({ webhooks }, o, { webhook }) => webhooks.find(o, webhook.id), null],
  ['webhooks', ({ webhooks }, o) => webhooks.all(o), []],
  ['delivery', ({ deliveries }, o, { delivery }) => deliveries.get(o, delivery.id), 'not_found'],
  ['deliveries', async ({ deliveries }, o) => (await deliveries.list(o, everything)).data, []],
  [
    'retrying deliveries',
    async ({ deliveries }, o) => (await deliveries.list(o, { ...everything, status: 'retrying' })).data,
    [],
  ],
  ['attempts', ({ deliveries }, o, { delivery }) => deliveries.attempts(o, delivery.id), []],
  ['settings', ({ settings }, o) => settings.get(o), { emails: [], sealedSlackUrl: null, maskedSlackUrl: null }],
];

/** Every write to a record that is there. */
const WRITES: readonly [string, Operation][] = [
  ['change a wallet', ({ wallets }, o, { wallet }) => wallets.update(o, wallet.id, { label: 'Mine' })],
  ['delete a wallet', ({ wallets }, o, { wallet }) => wallets.remove(o, wallet.id)],
  [
    'annotate a transaction',
    ({ transactions }, o, { transaction: { id } }) => transactions.annotate(o, id, { notes: '' }),
  ],
  ['delete a rule', ({ rules }, o, { rule }) => rules.remove(o, rule.id)],
  [
    'review an event',
    ({ events }, o, { event }) => events.review(o, event.id, acknowledge({ keyId: 'k', at: new Date(0) })),
  ],
  ['change a webhook', ({ webhooks }, o, { webhook }) => webhooks.update(o, webhook.id, { isActive: false })],
  ['delete a webhook', ({ webhooks }, o, { webhook }) => webhooks.remove(o, webhook.id)],
  ['restart a delivery', ({ deliveries }, o, { delivery }) => deliveries.restart(o, delivery.id)],
];

/** What an operation answers; the code of the error it ends with. */
async function outcome(operation: Operation, { evaluation, organisation }: World): Promise<unknown> {
  try {
    return await operation(evaluation, organisation, full.ids);
  } catch (error) {
    return z.object({ code: z.string() }).parse(error).code;
  }
}

const itemsOf = ({ organisation }: World) =>
  queryPrefix(full.deps.table, keys.organisation(organisation).pk, '', z.looseObject({}));

describe('an organisation', () => {
  it.each(READS)('does not see the %s of another', async (_what, read, nothing) => {
    expect(await outcome(read, stranger)).toEqual(nothing);
    // That the owner does shows that the question was right.
    expect(await outcome(read, full.world)).not.toEqual(nothing);
  });

  it.each(WRITES)('cannot %s of another', async (_what, change) => {
    const before = [await itemsOf(full.world), await itemsOf(stranger)];
    expect(await outcome(change, stranger)).toBe('not_found');
    expect([await itemsOf(full.world), await itemsOf(stranger)]).toEqual(before);
  });

  it('does not count the transactions of another', async () => {
    const { transactions } = full.world.evaluation;
    expect(await transactions.countRecent(stranger.organisation, full.ids.transaction, 60)).toBe(1);
  });

  it('does not own the addresses of another', async () => {
    const owned = (o: OrganisationId) => full.world.evaluation.wallets.owned(o, ['ethereum'], [SENDER]);
    expect(await owned(full.world.organisation)).toEqual(new Map([[SENDER, full.world.wallet.id]]));
    expect(await owned(stranger.organisation)).toEqual(new Map([[SENDER, stranger.wallet.id]]));
  });

  it('has a record of its own of the same transaction', async () => {
    const { id } = await stranger.record(1, { walletId: stranger.wallet.id });
    expect(id).not.toBe(full.ids.transaction.id);
    expect(
      await full.world.evaluation.transactions.byHash(full.world.organisation, full.ids.transaction.hash),
    ).toHaveLength(1);
  });
});
