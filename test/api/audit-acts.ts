import { routes } from '../../functions/routes.ts';
import { CreateBacktest } from '../../lib/alerts/backtests/schema.ts';
import { createBacktest } from '../../lib/alerts/backtests/start-backtest.ts';
import { createReview } from '../../lib/alerts/review/review-job.ts';
import { backfillRepo } from '../../lib/backfill/repo.ts';
import { newExport } from '../../lib/exports/export-job.ts';
import { exportRepo } from '../../lib/exports/start-export.ts';
import type { AuditEntry } from '../../lib/platform/audit/audit-entry.ts';
import { newReplay } from '../../lib/replays/replay-job.ts';
import { replayRepo } from '../../lib/replays/start-replay.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { ok, receiver } from '../platform/outbound/receiver.ts';
import { type ApiClient, api as clientOf, newOrganisation } from '../support/api.ts';
import { confirmationLink, confirmEmails, mailsTo } from '../support/confirm-emails.ts';
import { eventually } from '../support/eventually.ts';
import { later } from '../support/later.ts';
import { only } from './alerting.ts';
import { addRule, addWallet, evmAddress, importBody, importInto, ruleBody, walletBody } from './samples.ts';

export interface Organisation {
  readonly api: ApiClient;
  readonly organisationId: string;
}

/** What a request adds to the audit log. */
export type Told = Pick<AuditEntry, 'action' | 'resource'> & { readonly by?: AuditEntry['actor']['kind'] };

/** A request to a route, and the only entry that it adds. `prepare` makes what the request needs. */
export interface Act {
  readonly tells: Told;
  prepare(organisation: Organisation): Promise<() => Promise<unknown>>;
}

type Routes = typeof routes;
export type Mutating = { [N in keyof Routes]: Routes[N]['method'] extends 'GET' ? never : N }[keyof Routes];

/** Requests that change nothing of an organisation, and so add no entry. */
export const silent = {
  testRule: 'judges a transaction without side effects',
  previewRule: 'judges records without side effects',
  keepKey: 'puts the key of the caller into a cookie, and stores nothing',
  resumeKey: 'reads the cookie',
  forgetKey: 'deletes the cookie',
  recordReceipt: 'serves the canary of the service, not an organisation',
} as const satisfies Partial<Record<Mutating, string>>;

const act = (
  action: Told['action'],
  resource: Told['resource'],
  prepare: Act['prepare'],
  by: Told['by'] = 'key',
): Act => ({ tells: { action, resource, by }, prepare });

const URL = 'https://8.8.8.8/services/T0/B0/abcdef';
const webhook = (api: ApiClient, url = URL) => api.ok(routes.createWebhook, { body: { url, events: ['alert.fired'] } });
const destination = (api: ApiClient) =>
  api.ok(routes.createDestination, { body: { name: 'Desk', kind: 'slack', config: { url: URL } } });
const entryBody = () => ({ address: evmAddress(), label: 'Partner' });
const book = (api: ApiClient) => api.ok(routes.createBookEntry, { body: entryBody() });
const listBody = { name: 'partners', purpose: 'info' };
const addressList = (api: ApiClient, more: object = {}) =>
  api.ok(routes.createAddressList, { body: { ...listBody, ...more } });
const imported = async (api: ApiClient) => importInto(api, await addWallet(api));
const anEmail = () => `${crypto.randomUUID()}@example.com`;
const at = ({ id }: { readonly id: string }) => ({ params: { id } });

/** An alert that is not reviewed. */
async function alert(api: ApiClient) {
  await addRule(api);
  await imported(api);
  const { data } = await eventually(
    () => api.ok(routes.listEvents),
    ({ meta }) => meta.total === 1,
  );
  return only(data);
}

/** A delivery that is over. */
async function delivered(api: ApiClient) {
  const { url } = await receiver(ok);
  const { id } = await api.ok(routes.testWebhook, at(await webhook(api, url)));
  return eventually(
    () => api.ok(routes.getDelivery, { params: { id } }),
    ({ status }) => !['pending', 'retrying'].includes(status),
  );
}

const anExport = (id: string) => exportRepo(later()).create(OrganisationId.parse(id), newExport(later(), {}));
const aReplay = (id: string) =>
  replayRepo(later()).create(OrganisationId.parse(id), newReplay(later(), { status: 'failed' }));

const march = { rule: { ruleType: 'any_transfer' }, from: '2026-03-01', to: '2026-03-02' };
const aBacktest = (id: string) =>
  createBacktest(
    { ...later(), jobs: { start: async () => {} }, transactions: { count: async () => 0 } },
    OrganisationId.parse(id),
    CreateBacktest.parse(march),
  );

const aReview = (id: string) =>
  createReview(
    { ...later(), jobs: { start: async () => {} } },
    OrganisationId.parse(id),
    { id: 'key', name: 'Key' },
    { action: 'resolve' },
  );

async function aBackfill({ api, organisationId }: Organisation) {
  const { id: walletId } = await addWallet(api, { chains: ['anvil'] });
  const input = { walletId, fromHeight: 0, toHeight: 0, evaluateRules: false };
  const { id } = await backfillRepo(later()).create(OrganisationId.parse(organisationId), 'anvil', input);
  return { params: { id: 'anvil', backfillId: id } };
}

/** The link in the mail about an alert. */
async function mailedLink(api: ApiClient): Promise<string> {
  const address = anEmail();
  await api.ok(routes.updateSettings, { body: { emails: [address] } });
  await confirmEmails([address]);
  await addRule(api, { notifyEmail: true });
  await imported(api);
  const links = await eventually(
    async () => (await mailsTo(address)).flatMap(({ text }) => /http\S+\/a\/\S+/.exec(text)?.[0] ?? []),
    ({ length }) => length > 0,
  );
  return links[0] ?? '';
}

/** A request to each route that changes something. A new route without a line is a type error. */
export const acts: Readonly<Record<Exclude<Mutating, keyof typeof silent>, Act>> = {
  importTransaction: act('import', 'transaction', async ({ api }) => {
    const body = importBody(await addWallet(api));
    return () => api.ok(routes.importTransaction, { body });
  }),
  annotateTransaction: act('annotate', 'transaction', async ({ api }) => {
    const record = at(await imported(api));
    return () => api.ok(routes.annotateTransaction, { ...record, body: { notes: 'Rent' } });
  }),
  createExport: act(
    'create',
    'export',
    async ({ api }) =>
      () =>
        api.ok(routes.createExport, { body: {} }),
  ),
  cancelExport: act('cancel', 'export', async ({ api, organisationId }) => {
    const job = at(await anExport(organisationId));
    return () => api.ok(routes.cancelExport, job);
  }),
  createBacktest: act(
    'create',
    'backtest',
    async ({ api }) =>
      () =>
        api.ok(routes.createBacktest, { body: march }),
  ),
  cancelBacktest: act('cancel', 'backtest', async ({ api, organisationId }) => {
    const job = at(await aBacktest(organisationId));
    return () => api.ok(routes.cancelBacktest, job);
  }),
  createReview: act(
    'create',
    'review',
    async ({ api }) =>
      () =>
        api.ok(routes.createReview, { body: { action: 'resolve' } }),
  ),
  cancelReview: act('cancel', 'review', async ({ api, organisationId }) => {
    const job = at(await aReview(organisationId));
    return () => api.ok(routes.cancelReview, job);
  }),
  createRule: act(
    'create',
    'rule',
    async ({ api }) =>
      () =>
        api.ok(routes.createRule, { body: ruleBody() }),
  ),
  updateRule: act('update', 'rule', async ({ api }) => {
    const rule = at(await addRule(api));
    return () => api.ok(routes.updateRule, { ...rule, body: { isActive: false } });
  }),
  deleteRule: act('delete', 'rule', async ({ api }) => {
    const rule = at(await addRule(api));
    return () => api.ok(routes.deleteRule, rule);
  }),
  acknowledgeEvent: act('acknowledge', 'event', async ({ api }) => {
    const event = at(await alert(api));
    return () => api.ok(routes.acknowledgeEvent, { ...event, body: {} });
  }),
  resolveEvent: act('resolve', 'event', async ({ api }) => {
    const event = at(await alert(api));
    return () => api.ok(routes.resolveEvent, { ...event, body: { note: 'Fine' } });
  }),
  bulkAcknowledgeEvents: act('acknowledge', 'event', async ({ api }) => {
    const { id } = await alert(api);
    return () => api.ok(routes.bulkAcknowledgeEvents, { body: { ids: [id] } });
  }),
  bulkResolveEvents: act('resolve', 'event', async ({ api }) => {
    const { id } = await alert(api);
    return () => api.ok(routes.bulkResolveEvents, { body: { ids: [id], note: 'Fine' } });
  }),
  useAcknowledgeLink: act(
    'acknowledge',
    'event',
    async ({ api }) => {
      const link = await mailedLink(api);
      const token = link.slice(link.lastIndexOf('/') + 1);
      return () => clientOf().ok(routes.useAcknowledgeLink, { body: { token } });
    },
    'link',
  ),
  createWebhook: act(
    'create',
    'webhook',
    async ({ api }) =>
      () =>
        webhook(api),
  ),
  updateWebhook: act('update', 'webhook', async ({ api }) => {
    const hook = at(await webhook(api));
    return () => api.ok(routes.updateWebhook, { ...hook, body: { isActive: false } });
  }),
  deleteWebhook: act('delete', 'webhook', async ({ api }) => {
    const hook = at(await webhook(api));
    return () => api.ok(routes.deleteWebhook, hook);
  }),
  testWebhook: act('test', 'webhook', async ({ api }) => {
    const hook = at(await webhook(api));
    return () => api.ok(routes.testWebhook, hook);
  }),
  rotateWebhookSecret: act('rotate', 'webhook', async ({ api }) => {
    const hook = at(await webhook(api));
    return () => api.ok(routes.rotateWebhookSecret, hook);
  }),
  replayDeliveries: act('replay', 'delivery', async ({ api }) => {
    const { id } = await delivered(api);
    return () => api.ok(routes.replayDeliveries, { body: { ids: [id] } });
  }),
  replayDelivery: act('replay', 'delivery', async ({ api }) => {
    const one = at(await delivered(api));
    return () => api.ok(routes.replayDelivery, one);
  }),
  createReplay: act(
    'create',
    'replay',
    async ({ api }) =>
      () =>
        api.ok(routes.createReplay, { body: {} }),
  ),
  cancelReplay: act('cancel', 'replay', async ({ api, organisationId }) => {
    const job = at(await aReplay(organisationId));
    return () => api.ok(routes.cancelReplay, job);
  }),
  resumeReplay: act('resume', 'replay', async ({ api, organisationId }) => {
    const job = at(await aReplay(organisationId));
    await api.ok(routes.cancelReplay, job);
    return () => api.ok(routes.resumeReplay, job);
  }),
  createWallet: act(
    'create',
    'wallet',
    async ({ api }) =>
      () =>
        addWallet(api),
  ),
  createWallets: act('create', 'wallet', async ({ api }) => {
    const body = { wallets: [walletBody(), walletBody()] };
    return () => api.ok(routes.createWallets, { body });
  }),
  updateWallet: act('update', 'wallet', async ({ api }) => {
    const wallet = at(await addWallet(api));
    return () => api.ok(routes.updateWallet, { ...wallet, body: { label: 'Cold' } });
  }),
  deleteWallet: act('delete', 'wallet', async ({ api }) => {
    const wallet = at(await addWallet(api));
    return () => api.ok(routes.deleteWallet, wallet);
  }),
  createBookEntry: act(
    'create',
    'address_book_entry',
    async ({ api }) =>
      () =>
        book(api),
  ),
  createBookEntries: act('create', 'address_book_entry', async ({ api }) => {
    const body = { entries: [entryBody(), entryBody()] };
    return () => api.ok(routes.createBookEntries, { body });
  }),
  updateBookEntry: act('update', 'address_book_entry', async ({ api }) => {
    const entry = at(await book(api));
    return () => api.ok(routes.updateBookEntry, { ...entry, body: { label: 'Desk' } });
  }),
  deleteBookEntry: act('delete', 'address_book_entry', async ({ api }) => {
    const entry = at(await book(api));
    return () => api.ok(routes.deleteBookEntry, entry);
  }),
  createAddressList: act(
    'create',
    'address_list',
    async ({ api }) =>
      () =>
        addressList(api),
  ),
  updateAddressList: act('update', 'address_list', async ({ api }) => {
    const list = at(await addressList(api));
    return () => api.ok(routes.updateAddressList, { ...list, body: { purpose: 'deny' } });
  }),
  deleteAddressList: act('delete', 'address_list', async ({ api }) => {
    const list = at(await addressList(api));
    return () => api.ok(routes.deleteAddressList, list);
  }),
  refreshAddressList: act('refresh', 'address_list', async ({ api }) => {
    const list = at(await addressList(api, { source: { url: 'https://8.8.8.8/list', format: 'text' } }));
    return () => api.ok(routes.refreshAddressList, list);
  }),
  createKey: act(
    'create',
    'key',
    async ({ api }) =>
      () =>
        api.ok(routes.createKey, { body: { name: 'CI', scope: 'read' } }),
  ),
  deleteKey: act('delete', 'key', async ({ api }) => {
    const key = at(await api.ok(routes.createKey, { body: { name: 'CI', scope: 'read' } }));
    return () => api.ok(routes.deleteKey, key);
  }),
  updateSettings: act('update', 'settings', async ({ api }) => {
    const body = { emails: [anEmail()] };
    return () => api.ok(routes.updateSettings, { body });
  }),
  resendConfirmation: act('ask', 'email', async ({ api }) => {
    const address = anEmail();
    await api.ok(routes.updateSettings, { body: { emails: [address] } });
    return () => api.ok(routes.resendConfirmation, { body: { address } });
  }),
  useEmailLink: act(
    'confirm',
    'email',
    async ({ api }) => {
      const address = anEmail();
      await api.ok(routes.updateSettings, { body: { emails: [address] } });
      const link = await confirmationLink(address);
      return () => fetch(link, { method: 'POST' });
    },
    'link',
  ),
  createDestination: act(
    'create',
    'destination',
    async ({ api }) =>
      () =>
        destination(api),
  ),
  updateDestination: act('update', 'destination', async ({ api }) => {
    const desk = at(await destination(api));
    return () => api.ok(routes.updateDestination, { ...desk, body: { name: 'Night' } });
  }),
  deleteDestination: act('delete', 'destination', async ({ api }) => {
    const desk = at(await destination(api));
    return () => api.ok(routes.deleteDestination, desk);
  }),
  testDestination: act('test', 'destination', async ({ api }) => {
    const desk = at(await destination(api));
    return () => api.ok(routes.testDestination, desk);
  }),
  createBackfill: act('create', 'backfill', async ({ api }) => {
    const { id: walletId } = await addWallet(api, { chains: ['anvil'] });
    const body = { walletId, fromHeight: 0, toHeight: 0 };
    return () => api.ok(routes.createBackfill, { params: { id: 'anvil' }, body });
  }),
  cancelBackfill: act('cancel', 'backfill', async (organisation) => {
    const job = await aBackfill(organisation);
    return () => organisation.api.ok(routes.cancelBackfill, job);
  }),
  resumeBackfill: act('resume', 'backfill', async (organisation) => {
    const job = await aBackfill(organisation);
    await organisation.api.ok(routes.cancelBackfill, job);
    return () => organisation.api.ok(routes.resumeBackfill, job);
  }),
};

export const anOrganisation = (): Promise<Organisation> => newOrganisation();
