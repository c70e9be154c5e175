import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type PipelineName, pipelines } from '../../functions/pipelines/pipelines.ts';
import { addressListJobs } from '../../lib/address-book/address-list-job.ts';
import { CreateAddressList } from '../../lib/address-book/address-list-schema.ts';
import { addressListWork } from '../../lib/address-book/address-list-work.ts';
import { addressLists } from '../../lib/address-book/address-lists.ts';
import { evaluateTransaction } from '../../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { assertUnused } from '../../lib/alerts/rules/list-in-use.ts';
import { sweepSilence } from '../../lib/alerts/silence/sweep-silence.ts';
import { heldSinceOn } from '../../lib/balances/held-since.ts';
import { createDestination } from '../../lib/channels/destinations/change-destination.ts';
import { channels } from '../../lib/channels/index.ts';
import { packAttempts } from '../../lib/deliveries/delivery-item.ts';
import { drain } from '../../lib/deliveries/limits/drain.ts';
import { destinationLimit } from '../../lib/deliveries/limits/limit.ts';
import { replay } from '../../lib/deliveries/replay-deliveries-of.ts';
import { newExport } from '../../lib/exports/export-job.ts';
import { listSource } from '../../lib/exports/export-source.ts';
import { exportWork } from '../../lib/exports/export-work.ts';
import { exportRepo } from '../../lib/exports/start-export.ts';
import { ACCOUNT_SECONDS, canaryAccount } from '../../lib/operation/canary/canary-account.ts';
import { canaryRepo } from '../../lib/operation/canary/repo.ts';
import { runDeletion, SETTLE_SECONDS } from '../../lib/operation/deletion/run-deletion.ts';
import { startDeletion } from '../../lib/operation/deletion/start-deletion.ts';
import { handover } from '../../lib/operation/handover/run-handover.ts';
import { compactPartition, newLists } from '../../lib/operation/lists/counted-lists.ts';
import { recountRepo, recountWork, startRecount } from '../../lib/operation/lists/recount-job.ts';
import { sampledDrift } from '../../lib/operation/lists/sampled-drift.ts';
import { beginExpiries } from '../../lib/operation/retention/begin-expiries.ts';
import { createKeyFor } from '../../lib/organisations/api-keys/create-key-for.ts';
import { hashOf } from '../../lib/organisations/api-keys/key.ts';
import { apiKeyRepo } from '../../lib/organisations/api-keys/repo.ts';
import { createOrganisation } from '../../lib/organisations/create-organisation.ts';
import { listOrganisations } from '../../lib/organisations/list-organisations.ts';
import { suspensionRepo } from '../../lib/organisations/suspension/repo.ts';
import { coveredTo } from '../../lib/overview/coverage/covered-to.ts';
import type { Access } from '../../lib/platform/access.ts';
import { runJob } from '../../lib/platform/jobs/run-job.ts';
import { dataKeyOf, sealer } from '../../lib/platform/sealer.ts';
import { listPartition } from '../../lib/platform/table/counted-list-keys.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { walkPrefix } from '../../lib/platform/table/walk.ts';
import { write } from '../../lib/platform/table/write.ts';
import { deleteAll } from '../../lib/platform/table/write-all.ts';
import { tableCache } from '../../lib/prices/kept-answer.ts';
import { newReplay } from '../../lib/replays/replay-job.ts';
import { replayWork } from '../../lib/replays/replay-work.ts';
import { CreateReplay } from '../../lib/replays/schema.ts';
import { replayRepo } from '../../lib/replays/start-replay.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { setValues } from '../../lib/transactions/valuation/run-valuation.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { CreateWallet } from '../../lib/wallets/schema.ts';
import { walletListing } from '../../lib/wallets/wallet-listing.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { deferredMatches } from '../../lib/watch/deferred-matches.ts';
import { paymentChain } from '../../local/chains/recorded/payment-chain.ts';
import { document } from '../address-book/list-world.ts';
import { muting } from '../alerts/mutes/muting.ts';
import { memoryFiles } from '../exports/memory-files.ts';
import { dueExpiries, expiriesOf } from '../operation/retention/expire-all.ts';
import { memoryArchive } from '../operation/retention/memory-archive.ts';
import { closeAll } from '../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../support/attempts.ts';
import { emptied, recordingEvaluations, recordingMatches, recordingTimer, testDeps } from '../support/deps.ts';
import { customerEndpoint } from '../support/endpoint.ts';
import { letLagPass } from '../support/index-lag.ts';
import { attemptDeps, drainDeps } from '../support/pipeline-simulation.ts';
import { putDelivery } from '../support/put-delivery.ts';
import { quiet } from '../support/quiet.ts';
import { recorded } from '../support/recorded.ts';
import { aDelivery, blockHash } from '../support/records.ts';
import { makeScenario, SENDER } from '../support/scenario.ts';
import { dynamoDb, makeTable } from '../support/table.ts';
import { priceDesk } from '../transactions/valuation/price-desk.ts';
import { budgeted } from '../watch/deferred/budgeted.ts';
import { holding, payment } from '../watch/payments.ts';

const { destinationOf } = channels;

quiet();
afterAll(closeAll);

/** Starts no run: the tests run the jobs themselves. */
const jobs = { start: async () => {} };

/** The DynamoDB actions that each pipeline uses while it does all of its work. */
const asked = new Map<PipelineName, ReadonlySet<string>>();

beforeAll(async () => {
  const deps = testDeps(await makeTable());
  const scenario = await makeScenario(deps);
  const { organisation, queue } = scenario;

  async function watching(name: PipelineName, run: (seen: typeof deps) => Promise<unknown>): Promise<void> {
    const { client, actions } = recorded(dynamoDb());
    await run({ ...deps, table: openTable(deps.table.name, client) });
    asked.set(name, new Set(actions));
  }

  await scenario.makeRule();
  await scenario.makeRule({ ruleType: 'frequency', conditions: { count: { gte: 1 }, window_minutes: 60 } });
  await scenario.makeRule({ ruleType: 'balance', conditions: { asset: 'native', below: 1 } });
  await scenario.makeWebhook((await customerEndpoint(500, 410)).url);
  const [first, second, third] = [await scenario.record(1), await scenario.record(2), await scenario.record(3)];

  await watching('evaluate-rules', async (seen) => {
    const evaluation = { ...evaluationDeps(seen, queue), heldSince: heldSinceOn(seen) };
    // The second match is suppressed, and its record is delivered twice.
    for (const { id } of [first, second, second]) await evaluateTransaction(evaluation, organisation, id);
    // The transaction is orphaned and returns before its retraction.
    const watched = await scenario.sight(4, blockHash('a'));
    await evaluateTransaction(evaluation, organisation, watched.id);
    await scenario.evaluation.transactions.orphan(organisation, watched.id, blockHash('a'));
    await scenario.sight(4, blockHash('b'));
    await evaluateTransaction(evaluation, organisation, watched.id);
  });
  // Both functions evaluate in the same way.
  asked.set('evaluate-pending', asked.get('evaluate-rules') ?? new Set());
  const [delivery] = await scenario.deliveries();
  if (delivery === undefined) throw new Error('nothing fired');
  await watching('deliver', async (seen) => {
    const draining = drainDeps(seen, attemptDeps(seen, recordingTimer()), queue, 1);
    const arrival = {
      from: 'retries' as const,
      late: () => false,
      fail: (_: unknown, error: unknown) => expect(error).toBeUndefined(),
    };
    const message = nextAttemptOf(delivery);
    // Another attempt holds a permit while the first attempt must be made.
    const another = { ...message, deliveryId: seen.newId() };
    const { destination } = draining.pools;
    const { of } = destinationLimit(draining, another);
    const other = await destination.acquire(of, another, 'retries');
    await drain(draining, [message], arrival);
    if (other.kind === 'acquired') await destination.release(of, other.permit, null);
    for (const attempt of [1, 2]) await drain(draining, [{ ...message, attempt }], arrival);
    // The message about one alert of a payment tells of the other.
    const [told] = await severalAlerts(deps);
    if (told === undefined) throw new Error('nothing fired');
    await drain(draining, [nextAttemptOf(told)], arrival);
  });
  await watching('run-canary', async (seen) => {
    const own = { ...seen, sealer: sealer([dataKeyOf('k'.repeat(64))]) };
    const opened = () => canaryAccount(own);
    const { organisationId, apiKey } = await opened();
    await canaryRepo(seen).receipt('0x');
    const { id = '' } = (await apiKeyRepo(deps).byHash(hashOf(apiKey))) ?? {};
    await apiKeyRepo(deps).revoke(organisationId, id);
    await opened();
    await canaryAccount({ ...own, now: () => plusSeconds(seen.now(), ACCOUNT_SECONDS) });
  });
  await watching('run-jobs', async (seen) => {
    const { deliveries } = evaluationDeps(seen, queue);
    const work = replayWork({ deliveries, queue, destinationOf });
    const { id } = await replayRepo(deps).create(organisation, newReplay(deps, CreateReplay.parse({})));
    await runJob(seen, replayRepo(seen), work, organisation, id);
    expect(await replayRepo(seen).find(organisation, id)).toMatchObject({ status: 'completed', replayed: 1 });
    await replay({ ...seen, deliveries, queue, destinationOf }, organisation, [delivery.id]);
    const lists = addressLists({ ...deps, jobs });
    const source = { url: 'https://example.com/list.txt', format: 'text' };
    const list = await lists.create(organisation, CreateAddressList.parse({ name: 'list', purpose: 'deny', source }));
    const fetched = { fetchDocument: async () => document(SENDER) };
    const runList = () => {
      const applying = addressListWork({ ...seen, jobs, outbound: fetched, tell: async () => {} });
      return runJob(seen, addressListJobs(seen), applying, organisation, list.id);
    };
    await runList();
    expect(await addressListJobs(deps).find(organisation, list.id)).toMatchObject({ sourced: 1 });
    const { rules } = evaluationDeps(deps, queue);
    await lists.remove(organisation, list.id, await assertUnused(rules, organisation, list.name));
    await runList();
    expect(await addressListJobs(deps).find(organisation, list.id)).toBeNull();
  });
  await watching('admin', async (seen) => {
    const { deliveries } = evaluationDeps(seen, queue);
    await replay({ ...seen, deliveries, queue, destinationOf }, organisation, [delivery.id]);
    const made = await createOrganisation(
      seen,
      { apiKeys: apiKeyRepo(seen), newLists: newLists(seen) },
      { name: 'Acme' },
    );
    const organisationId = OrganisationId.parse(made.organisationId);
    const { id: keyId } = await createKeyFor(seen, organisationId, { name: 'Another', scope: 'admin' });
    for (let twice = 0; twice < 2; twice++) await apiKeyRepo(seen).revoke(organisationId, keyId);
    await suspensionRepo(seen).suspend(organisationId);
    await listOrganisations(seen, { pageSize: 10 });
    await suspensionRepo(seen).resume(organisationId);
    await startRecount({ ...seen, jobs }, organisationId);
    await startDeletion(seen, organisationId);
  });
  await watching('run-operator-jobs', async (seen) => {
    const made = await createOrganisation(
      deps,
      { apiKeys: apiKeyRepo(deps), newLists: newLists(deps) },
      { name: 'Acme' },
    );
    const organisationId = OrganisationId.parse(made.organisationId);
    const place = { address: SENDER, destinationTag: null };
    const wallet = CreateWallet.parse({ label: 'Cold', address: SENDER, chains: ['base'] });
    await walletChanges(deps).create(organisationId, wallet, place);
    // The list of the recount is lost.
    for await (const items of walkPrefix(deps.table, listPartition(organisation, 'TX'), ''))
      await deleteAll(deps.table, items);
    await startRecount({ ...deps, jobs }, organisation);
    const [{ id } = { id: '' }] = (await recountRepo(deps).list(organisation, { page: 1, pageSize: 1 })).data;
    await runJob(seen, recountRepo(seen), recountWork(seen), organisation, id);
    expect(await recountRepo(deps).find(organisation, id)).toMatchObject({ status: 'completed' });
    await startDeletion(deps, organisationId);
    const deleting = { ...seen, files: { remove: async () => {} }, archive: memoryArchive().archive };
    await runDeletion(deleting, organisationId);
    await runDeletion({ ...deleting, now: () => plusSeconds(seen.now(), SETTLE_SECONDS) }, organisationId);
    expect(await suspensionRepo(seen).find(organisationId)).toBeNull();
  });
  await watching('write-export', async (seen) => {
    const { files } = memoryFiles(0);
    const parts = { now: seen.now, stage: seen.stage, files, wallets: walletRepo(seen) };
    const source = () => listSource({ transactions: transactionRepo(seen), wallets: walletRepo(seen) });
    for (const filters of [{}, { walletId: scenario.wallet.id }]) {
      const { id } = await exportRepo(deps).create(organisation, newExport(deps, filters));
      await runJob(seen, exportRepo(seen), exportWork({ ...parts, source: source() }), organisation, id);
      expect(await exportRepo(deps).find(organisation, id)).toMatchObject({ status: 'completed', rows: 4 });
    }
    const { id } = await exportRepo(deps).create(organisation, newExport(deps, {}));
    const cancelling = {
      ...source(),
      count: () =>
        exportRepo(deps)
          .cancel(organisation, id)
          .then(() => 0),
    };
    await runJob(seen, exportRepo(seen), exportWork({ ...parts, source: cancelling }), organisation, id);
    expect(await exportRepo(deps).find(organisation, id)).toMatchObject({ status: 'cancelled', leaseUntil: null });
  });
  await watching('expire-records', async (seen) => {
    const old = { ...deps, now: () => plusSeconds(deps.now(), -100 * 24 * 60 * 60) };
    const made = await createOrganisation(old, { apiKeys: apiKeyRepo(old), newLists: newLists(old) }, { name: 'Acme' });
    const id = OrganisationId.parse(made.organisationId);
    // Its first attempt belongs to an earlier generation.
    const delivery = aDelivery({ id: deps.newId(), organisationId: id, createdAt: old.now().toISOString() });
    const attempt = { n: 2, at: delivery.createdAt, statusCode: 200, error: null, durationMs: 1, responseExcerpt: '' };
    const finished = { ...delivery, attemptsMade: 2, attempts: [attempt], nextAttemptAt: null };
    await putDelivery(old, { ...finished, status: 'delivered' });
    await write(deps.table, { put: { ...keys.attempts(id, delivery.id, 1, 1), attempts: packAttempts([attempt]) } });
    const days = { deliveries: 35, events: 35, audit: 400, transactions: 35 };
    const expiring = { ...deps, ...memoryArchive(), days };
    await beginExpiries({ ...expiring, table: seen.table });
    for (const { run } of await dueExpiries(expiring)) await run({ table: seen.table });
    expect(await expiriesOf(expiring, id)).toMatchObject([{ removed: 1 }]);
  });
  await watching('record-matches', async (seen) => {
    const payments = Array.from({ length: 60 }, (_, n) => payment(n, { from: SENDER }));
    const budget = await budgeted(paymentChain(holding(...payments)), { perBlock: 1, atOnce: 1, perHour: 30 });
    const organisationId = await budget.watching(SENDER);
    await budget.scanned();
    const table = openTable(budget.deps.table.name, seen.table.client);
    // The budget is used up, and the wallet is throttled. Two hours later all is recorded, and the throttling ends.
    for (let hours = 0; hours < 4; hours++) {
      await budget.consumed({ organisationId, chain: 'anvil' }, table);
      budget.deps.advance(3600);
    }
    expect(await budget.records(organisationId)).toHaveLength(payments.length);
  });
  await letLagPass(deps.table);
  await watching('set-values', async (seen) => {
    const desk = priceDesk({ ETH: '3000' });
    const pending = await makeScenario(deps, channels, desk);
    await pending.makeRule({ ruleType: 'large_transfer', conditions: { value_usd: { gte: 1 } } });
    desk.fail();
    for (const n of [1, 2]) await pending.evaluate(await pending.record(n, { tokenSymbol: n === 1 ? 'ETH' : 'BTC' }));
    desk.fail('BTC');
    deps.advance(90);
    await letLagPass(deps.table);
    // The sources read the cache of prices.
    await tableCache(seen).get(['a price']);
    expect(await setValues({ ...seen, newId: deps.newId, prices: desk })).toMatchObject({ settled: 1, waits: 1 });
  });
  await watching('handover', async (seen) => {
    const muted = await scenario.makeRule({ notifyEmail: true, cooldownMinutes: 0 });
    await scenario.changing.settings.change(organisation, { emails: ['ops@example.com'] });
    await muting(deps, scenario).muteRule(muted.id, 600);
    // Handover judges its wallet hours after the first look, and a mute hides what it finds.
    const silent = await scenario.makeRule({ ruleType: 'silence', conditions: { hours: 1 } });
    await muting(deps, scenario).muteRule(silent.id, 24 * 3600);
    const unscanned = async () => [{ chain: 'ethereum', to: null }];
    const looking = { ...scenario.evaluation, walletListing: walletListing(deps), coverage: unscanned };
    await sweepSilence(looking, organisation, silent.id, plusSeconds(deps.now(), 60));
    await scenario.evaluate(await scenario.record(5));
    deps.advance(2 * 3600);
    await letLagPass(deps.table);
    const { newId } = deps;
    const silences = {
      ...evaluationDeps(seen, queue),
      walletListing: walletListing(seen),
      coverage: coveredTo({ cursors: cursorRepo(seen), deferred: deferredMatches(seen) }),
    };
    await handover({
      ...evaluationDeps(seen, queue),
      newId,
      retryQueue: emptied(queue),
      evaluationQueue: recordingEvaluations(),
      matchQueue: recordingMatches(),
      jobs,
      sweepSilence: (...rule) => sweepSilence(silences, ...rule),
    });
    // A sample from a random place may find no record. The list of the sampled records has a run.
    expect((await scenario.deliveries()).map(({ eventKind }) => eventKind)).toContain('mute.ended');
    for (let n = 6; n < 80; n++) await scenario.record(n);
    await compactPartition(deps, listPartition(organisation, 'TX'));
    for (let compared = 0; compared === 0; ) ({ compared } = await sampledDrift(seen));
  });
  expect(await scenario.isPending(third.id)).toBe(true);
});

/** The deliveries to a chat of a payment that two rules match. */
async function severalAlerts(deps: Parameters<typeof makeScenario>[0]) {
  const scenario = await makeScenario(deps);
  for (const name of ['First', 'Second']) await scenario.makeRule({ name, cooldownMinutes: 0 });
  const { url } = await customerEndpoint(200);
  const to = { name: 'Desk', kind: 'discord', config: { url }, match: {}, isActive: true };
  await createDestination(scenario.changing, scenario.organisation, to);
  await scenario.evaluate(await scenario.record(1));
  return scenario.deliveries();
}

it.each([
  'evaluate-rules',
  'evaluate-pending',
  'record-matches',
  'deliver',
  'set-values',
  'handover',
  'run-canary',
  'admin',
  'run-jobs',
  'run-operator-jobs',
  'expire-records',
  'write-export',
] as const)('the role of %s grants exactly the DynamoDB actions that the function uses', (name) => {
  const { table = [], indexes = [] }: Access = pipelines[name].access;
  const allowed = [...table, ...indexes.map((index) => `Query ${index}`)];
  expect([...(asked.get(name) ?? [])].sort()).toEqual(allowed.sort());
});
