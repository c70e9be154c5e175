import { createHash } from 'node:crypto';
import { evaluateTransaction } from '../../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { retractAlerts } from '../../lib/alerts/evaluation/retract.ts';
import type { Step } from '../../lib/alerts/events/repo.ts';
import type { AlertEvent } from '../../lib/alerts/events/schema.ts';
import { reviewEvent } from '../../lib/alerts/review/review-events.ts';
import { boundedByRules } from '../../lib/alerts/rules/bounded-wiring.ts';
import { createRule } from '../../lib/alerts/rules/change-rule.ts';
import { type CountedRule, ruleSchemas } from '../../lib/alerts/rules/schema.ts';
import type { Lookups } from '../../lib/chains/chain-wiring.ts';
import { ChainUnavailableError } from '../../lib/chains/port/chain-unavailable.ts';
import type { Channels } from '../../lib/channels/channel-registry.ts';
import { channels } from '../../lib/channels/index.ts';
import { ping } from '../../lib/channels/webhook/ping.ts';
import type { Queue } from '../../lib/deliveries/delivery-queue.ts';
import type { Attempt, StoredDelivery } from '../../lib/deliveries/schema.ts';
import { emailAddressRepo } from '../../lib/organisations/email-addresses/repo.ts';
import { outboundWith } from '../../lib/platform/outbound/outbound.ts';
import { dataKeyOf, sealer } from '../../lib/platform/sealer.ts';
import { keys } from '../../lib/platform/table/keys.ts';
import { dividedOrganisation } from '../../lib/platform/table/organisation-parts.ts';
import { write } from '../../lib/platform/table/write.ts';
import type { PriceSource } from '../../lib/prices/price.ts';
import { importTransaction } from '../../lib/transactions/import.ts';
import { ImportTransaction, type StoredTransaction } from '../../lib/transactions/schema.ts';
import { type Draft, recordTransaction } from '../../lib/transactions/store.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { CreateWallet, type StoredWallet } from '../../lib/wallets/schema.ts';
import { walletListing } from '../../lib/wallets/wallet-listing.ts';
import { createWebhook } from '../../lib/webhooks/change-webhook.ts';
import { CreateWebhook, type StoredWebhook } from '../../lib/webhooks/schema.ts';
import { recordingQueue, type TestDeps } from './deps.ts';
import { allConfirmed } from './email-addresses.ts';
import { etherAt } from './prices.ts';
import { aDraft, aTransfer, type TransactionEvent } from './records.ts';

export const SENDER = '0x52908400098527886E0F7030069857D2E4169EE7';
export const RECEIVER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

const everything = { page: 1, pageSize: 100 };

const noChain: Lookups = {
  reader: (chain) => ({ lookup: () => Promise.reject(new ChainUnavailableError(chain, 'no chain in this test')) }),
  find: () => Promise.reject(new ChainUnavailableError('any chain', 'no chain in this test')),
};

/** The hash of the nth transaction. */
export const hashOf = (n: number): string => `0x${createHash('sha256').update(String(n)).digest('hex')}`;

/** The id of an organisation of before organisations were divided. */
export const undivided = (deps: TestDeps): OrganisationId => OrganisationId.parse(deps.newId());

/** A new organisation with one wallet, and what a test does with it. The wallet is the sender of what it imports. */
export async function makeScenario(
  deps: TestDeps,
  registry: Channels = channels,
  prices: PriceSource = etherAt('3000'),
  organisation = dividedOrganisation(deps.newId()),
) {
  const queue = recordingQueue();
  const evaluation = evaluationDeps(deps, queue, registry);
  const { rules, settings, destinations } = evaluation;
  const sealing = { outbound: outboundWith('loopback'), sealer: async () => testSealer };
  const emailAddresses = emailAddressRepo(deps);
  const { confirmations } = allConfirmed;
  const changing = {
    ...deps,
    ...sealing,
    rules,
    settings,
    destinations,
    channels: registry,
    emailAddresses,
    confirmations,
  };
  const schemas = ruleSchemas(registry);
  const recording = { ...evaluation, bounded: boundedByRules(evaluation), prices };
  const importing = { ...recording, chains: async () => noChain };
  await write(deps.table, { put: { ...keys.organisation(organisation), walletCount: 0, walletsListed: true } });
  const wallet = await makeWallet({ label: 'Treasury', address: SENDER, chains: ['ethereum'] });

  function makeWallet(input: {
    label: string;
    address: string;
    chains: string[];
    destinationTag?: number;
  }): Promise<StoredWallet> {
    const address = { address: input.address, destinationTag: input.destinationTag ?? null };
    return walletChanges(deps).create(organisation, CreateWallet.parse(input), address);
  }

  /** Imports the nth transaction: 1 outbound ETH, with the changes in `more`. */
  function importNth(n: number, more: Partial<Record<keyof ImportTransaction, unknown>> = {}) {
    const body = ImportTransaction.parse({
      walletId: wallet.id,
      hash: hashOf(n),
      chain: 'ethereum',
      blockNumber: 19_000_000,
      blockTimestamp: '2026-03-01T11:00:00.000Z',
      fromAddress: SENDER,
      toAddress: RECEIVER,
      valueDecimal: '1',
      ...more,
    });
    return importTransaction(importing, organisation, body);
  }

  const allEvents = async (): Promise<AlertEvent[]> => (await evaluation.events.list(organisation, everything)).data;

  return {
    organisation,
    wallet,
    queue,
    evaluation,
    /** What recording a transaction needs. */
    recording,
    changing,
    /** Also changes wallets, which `evaluation` only reads. */
    wallets: { ...evaluation.wallets, ...walletChanges(deps), ...walletListing(deps) },
    makeWallet,
    import: importNth,

    async record(n: number, more?: Parameters<typeof importNth>[1]): Promise<StoredTransaction> {
      return (await importNth(n, more)).transaction;
    },

    /** Records the nth transaction in this block, as a watcher does: 1 outbound ETH, like the import. */
    async sight(n: number, block: string, more: Partial<Draft> = {}, deps = evaluation): Promise<StoredTransaction> {
      const transfers = [aTransfer({ from: SENDER, to: RECEIVER, direction: 'outbound' })];
      const draft = aDraft({
        walletId: wallet.id,
        hash: hashOf(n),
        blockTimestamp: '2026-03-01T11:00:00.000Z',
        fromAddress: SENDER,
        toAddress: RECEIVER,
        direction: 'outbound',
        transfers,
        blockHash: block,
        ...more,
      });
      return (await recordTransaction({ ...importing, ...deps, bounded: boundedByRules(deps) }, organisation, draft))
        .transaction;
    },

    /** Does what a watcher does when the record's block is no longer part of the chain. */
    async orphan({ id, blockHash }: StoredTransaction, deps = evaluation): Promise<void> {
      const orphaned = await deps.transactions.orphan(organisation, id, String(blockHash));
      if (orphaned !== null) await retractAlerts(deps, organisation, orphaned);
    },

    /** Does what the stream does with an outbox entry: evaluates the transaction. */
    evaluate: ({ id }: Pick<StoredTransaction, 'id'>, deps = evaluation) => evaluateTransaction(deps, organisation, id),

    /** Does what the end of an evaluation does: deletes the outbox entry. */
    async endEvaluation(id: string): Promise<void> {
      const entry = await evaluation.transactions.pending(organisation, id);
      if (entry === null) throw new Error(`transaction ${id} has no outbox entry`);
      await evaluation.transactions.evaluated(organisation, id, entry);
    },

    isPending: async (id: string): Promise<boolean> =>
      (await evaluation.transactions.pending(organisation, id)) !== null,

    /** A rule that matches every transfer and turns on no channel by itself. */
    async makeRule(input: Readonly<Record<string, unknown>> = {}): Promise<CountedRule> {
      const rule = schemas.CreateRule.parse({ name: 'Any', ruleType: 'any_transfer', notifyEmail: false, ...input });
      const { id } = await createRule(changing, organisation, rule);
      return this.rule(String(id));
    },

    async rule(id: string): Promise<CountedRule> {
      const [rule] = await evaluation.rules.shown(organisation, [await evaluation.rules.get(organisation, id)]);
      if (rule === undefined) throw new Error(`rule ${id} is not found`);
      return rule;
    },

    makeWebhook: (url: string, more: object = {}): Promise<StoredWebhook & { secret?: string }> =>
      createWebhook(changing, organisation, CreateWebhook.parse({ url, events: ['alert.fired'], ...more })),

    /** Creates a delivery of `ping` and queues its first attempt. */
    ping: (webhook: StoredWebhook, to: Queue = queue): Promise<StoredDelivery> =>
      ping({ ...deps, deliveries: evaluation.deliveries, queue: to }, organisation, webhook),

    /** Acknowledges or resolves an event. */
    review: (id: string, step: Step, deps = evaluation) => reviewEvent(deps, organisation, id, step),

    /** The alerts that transactions caused. */
    async events(): Promise<TransactionEvent[]> {
      return (await allEvents()).flatMap(({ transactionId, transaction, ...event }) =>
        transactionId === null || transaction === null ? [] : { ...event, transactionId, transaction },
      );
    },

    allEvents,

    async attemptsOf(deliveryId: string): Promise<Attempt[]> {
      const { deliveries } = evaluation;
      return deliveries.attempts(await deliveries.get(organisation, deliveryId));
    },

    async deliveries(): Promise<StoredDelivery[]> {
      return (await evaluation.deliveries.list(organisation, everything)).data;
    },
  };
}

export type Scenario = Awaited<ReturnType<typeof makeScenario>>;

/** A sealer with a fixed key. */
export const testSealer = sealer([dataKeyOf('7'.repeat(32))]);
