import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { routes } from '../../functions/routes.ts';
import { openTable } from '../../lib/platform/table/table.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import type { StoredTransaction, Transaction } from '../../lib/transactions/schema.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { type ApiClient, newOrganisation } from '../support/api.ts';
import { confirmEmails } from '../support/confirm-emails.ts';
import { testDeps } from '../support/deps.ts';
import { eventually } from '../support/eventually.ts';
import { aStoredTransaction } from '../support/records.ts';
import { stackUrl } from '../support/stack-url.ts';
import { addRule, addWallet, evmAddress, evmHash, importInto } from './samples.ts';

/** The records of an organisation. Indexes wrap around. The other organisation also has the `shared` records. */
export const Shape = fc.record({
  text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => text.replace(/\p{C}/gu, '·')),
  wallets: fc.array(fc.record({ shared: fc.boolean() }), { minLength: 1, maxLength: 3 }),
  transactions: fc.array(fc.record({ wallet: fc.nat(2), shared: fc.boolean(), day: fc.integer({ min: 1, max: 28 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  /** The wallet of each rule; undefined for a rule about all wallets. */
  rules: fc.array(fc.option(fc.nat(2), { nil: undefined }), { minLength: 1, maxLength: 2 }),
  webhooks: fc.integer({ min: 1, max: 2 }),
  emails: fc.integer({ min: 0, max: 1 }),
  keys: fc.integer({ min: 1, max: 2 }),
});
export type Shape = typeof Shape extends fc.Arbitrary<infer T> ? T : never;

/** Addresses and hashes that both organisations use. */
export interface Pool {
  readonly addresses: readonly string[];
  readonly hashes: readonly string[];
}
export const newPool = (): Pool => ({
  addresses: Array.from({ length: 3 }, evmAddress),
  hashes: Array.from({ length: 4 }, evmHash),
});

const wrapped = <T>(items: readonly T[], n: number): T => {
  const item = items[n % items.length];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
};

/**
 * An organisation with at least one record of each kind. Its alerts have fired and were delivered to `receiverUrl`.
 * Each of its texts contains `marker`, so that a search finds every response that shows such a text.
 */
export async function populate(shape: Shape, pool: Pool, receiverUrl: string, marker: string) {
  const { api, organisationId } = await newOrganisation();
  const label = `${marker} ${shape.text}`;
  for (let n = 0; n < shape.keys; n++) await api.ok(routes.createKey, { body: { name: label, scope: 'read' } });
  const emails = Array.from({ length: shape.emails }, () => `${marker}@example.com`);
  const slackWebhookUrl = `${receiverUrl}/${marker}`;
  await api.ok(routes.updateSettings, { body: { emails, slackWebhookUrl } });
  await confirmEmails(emails);
  for (let n = 0; n < shape.webhooks; n++) {
    const body = { url: `${receiverUrl}/${marker}`, events: ['alert.fired'], description: label };
    await api.ok(routes.createWebhook, { body });
  }
  const destination = { name: label, kind: 'discord', config: { url: `${receiverUrl}/${marker}` } };
  const { id: destinationId } = await api.ok(routes.createDestination, { body: destination });
  const wallets = [];
  for (const [n, { shared }] of shape.wallets.entries()) {
    wallets.push(await addWallet(api, { label, ...(shared && { address: wrapped(pool.addresses, n) }) }));
  }
  const rules = [];
  for (const n of shape.rules) {
    const walletIds = n === undefined ? [] : [wrapped(wallets, n).id];
    rules.push(await addRule(api, { name: label, walletIds, notifyEmail: true }));
  }
  const transactions: Transaction[] = [];
  for (const [n, { wallet, shared, day }] of shape.transactions.entries()) {
    const more = { blockTimestamp: `2026-02-${String(day).padStart(2, '0')}`, ...(shared && { hash: pool.hashes[n] }) };
    const transaction = await importInto(api, wrapped(wallets, wallet), more);
    await api.ok(routes.annotateTransaction, {
      params: { id: transaction.id },
      body: { notes: label, tags: [marker] },
    });
    transactions.push(transaction);
  }
  await api.ok(routes.createAddressList, { body: { name: marker, purpose: 'info' } });
  const bookAddress = evmAddress();
  const entry = { address: bookAddress, label, note: label, lists: [marker] };
  await api.ok(routes.createBookEntry, { body: entry });
  const destinationTag = Number.parseInt(marker.slice(1, 9), 16);
  await recordPayment(organisationId, wrapped(wallets, 0).id, {
    destinationTag,
    references: [{ kind: 'memo', value: label, encoding: 'text', truncated: false }],
  });
  const fired = rules.flatMap(({ walletIds }) =>
    transactions.filter(({ walletId }) => walletIds.length === 0 || walletIds.includes(walletId)),
  ).length;
  const settled = fired * (shape.webhooks + shape.emails + 1);
  const countOf = async (status: string) =>
    (await api.ok(routes.listDeliveries, { query: { status, pageSize: 1 } })).meta.total;
  // The alerts of one payment are one message for a mail address or a chat: the other deliveries end as summarised.
  await eventually(
    async () => (await countOf('delivered')) + (await countOf('summarised')),
    (ended) => ended === settled,
  );
  const replay = await api.ok(routes.createReplay, { body: {} });
  await eventually(
    () => api.ok(routes.getReplay, { params: { id: replay.id } }),
    ({ status }) => status === 'completed',
  );
  const exported = await api.ok(routes.createExport, { body: {} });
  await eventually(
    () => api.ok(routes.getExport, { params: { id: exported.id } }),
    ({ status }) => status === 'completed',
  );
  return {
    api,
    organisationId,
    marker,
    destinationTag,
    bookAddress,
    memo: label,
    ids: { ...(await idsOf(api)), destinations: [destinationId], replays: [replay.id], exports: [exported.id] },
    hashes: transactions.map(({ hash }) => hash),
  };
}
/** Records a payment with references, which no import states. Rules do not see it. */
export async function recordPayment(
  organisationId: string,
  walletId: string,
  more: Partial<StoredTransaction>,
): Promise<void> {
  const endpoint = stackUrl('STACK_AWS_URL');
  const deps = testDeps(openTable('chainwatch-local', new DynamoDBClient({ endpoint })));
  const payment = aStoredTransaction({ id: randomUUID(), hash: evmHash(), walletId, ...more });
  await transactionRepo(deps).record(OrganisationId.parse(organisationId), payment, { evaluate: false });
}

export type Tenant = Awaited<ReturnType<typeof populate>>;

const LISTS = {
  wallets: routes.listWallets,
  transactions: routes.listTransactions,
  rules: routes.listRules,
  events: routes.listEvents,
  webhooks: routes.listWebhooks,
  deliveries: routes.listDeliveries,
  keys: routes.listKeys,
} as const;
/** Lists that the last release did not have. Their answers come at the end. */
const NEW_LISTS = { bookEntries: routes.listBookEntries, addressLists: routes.listAddressLists } as const;
const ALL_LISTS = { ...LISTS, ...NEW_LISTS } as const;
const GETS = {
  wallets: routes.getWallet,
  transactions: routes.getTransaction,
  rules: routes.getRule,
  events: routes.getEvent,
  webhooks: routes.getWebhook,
  deliveries: routes.getDelivery,
  bookEntries: routes.getBookEntry,
  addressLists: routes.getAddressList,
  replays: routes.getReplay,
  exports: routes.getExport,
} as const;
type Ids = Record<keyof typeof ALL_LISTS, string[]>;

async function idsOf(api: ApiClient): Promise<Ids> {
  const ids = async (kind: keyof typeof ALL_LISTS) =>
    (await api.ok(ALL_LISTS[kind], { query: { pageSize: 100 } })).data.map(({ id }) => id);
  return {
    wallets: await ids('wallets'),
    transactions: await ids('transactions'),
    rules: await ids('rules'),
    events: await ids('events'),
    webhooks: await ids('webhooks'),
    deliveries: await ids('deliveries'),
    keys: await ids('keys'),
    bookEntries: await ids('bookEntries'),
    addressLists: await ids('addressLists'),
  };
}

/**
 * All responses to an organisation's own key, byte for byte, without the times at which its keys were used and its
 * links were signed.
 */
export async function everythingOf({ api, ids }: Tenant): Promise<string[]> {
  const texts: string[] = [];
  for (const route of Object.values(LISTS)) texts.push((await api.call(route, { query: { pageSize: 100 } })).text);
  const kinds: Record<string, readonly string[]> = ids;
  for (const [kind, route] of Object.entries(GETS)) {
    for (const id of kinds[kind] ?? []) texts.push((await api.call(route, { params: { id } })).text);
  }
  texts.push(await api.ok(routes.exportTransactions));
  texts.push((await api.call(routes.getSettings)).text);
  texts.push((await api.call(routes.listDestinations)).text);
  for (const id of ids.destinations) texts.push((await api.call(routes.getDestination, { params: { id } })).text);
  for (const route of Object.values(NEW_LISTS)) texts.push((await api.call(route, { query: { pageSize: 100 } })).text);
  return texts.map((text) =>
    text.replace(/"lastUsedAt":("[^"]*"|null)/g, '"lastUsedAt":…').replace(/\?X-Amz-[^"]*/g, '?…'),
  );
}
