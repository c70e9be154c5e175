import { addressLists } from '../../../lib/address-book/address-lists.ts';
import { bookRepo } from '../../../lib/address-book/repo.ts';
import { backtestRepo } from '../../../lib/alerts/backtests/backtest-job.ts';
import { eventRepo } from '../../../lib/alerts/events/repo.ts';
import { ruleRepo } from '../../../lib/alerts/rules/repo.ts';
import { backfillRepo } from '../../../lib/backfill/repo.ts';
import { destinationRepo } from '../../../lib/channels/destinations/repo.ts';
import { channels } from '../../../lib/channels/index.ts';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import { exportRepo } from '../../../lib/exports/start-export.ts';
import { newLists } from '../../../lib/operation/lists/counted-lists.ts';
import { apiKeyRepo } from '../../../lib/organisations/api-keys/repo.ts';
import { createOrganisation } from '../../../lib/organisations/create-organisation.ts';
import { emailAddressId, emailAddressRepo } from '../../../lib/organisations/email-addresses/repo.ts';
import { ownLimits } from '../../../lib/organisations/limits/limits.ts';
import { muteRepo } from '../../../lib/organisations/mutes/repo.ts';
import { suspensionRepo } from '../../../lib/organisations/suspension/repo.ts';
import type { AuditResource } from '../../../lib/platform/audit/audit-entry.ts';
import { outboundWith } from '../../../lib/platform/outbound/outbound.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { transact } from '../../../lib/platform/table/write.ts';
import { replayRepo } from '../../../lib/replays/start-replay.ts';
import { transactionRepo } from '../../../lib/transactions/repo.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { walletChanges } from '../../../lib/wallets/change-wallet.ts';
import { walletRepo } from '../../../lib/wallets/repo.ts';
import { walletListing } from '../../../lib/wallets/wallet-listing.ts';
import { webhookRepo } from '../../../lib/webhooks/repo.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { allConfirmed } from '../../support/email-addresses.ts';
import { anEvent, aStoredTransaction } from '../../support/records.ts';
import { testSealer } from '../../support/scenario.ts';
import { type Records, toldOf } from './replay.ts';

export const EMAILS = ['desk@example.com', 'ops@example.com', 'cfo@example.com'];
const ALL = { page: 1, pageSize: 100 };

/** An organisation, and everything that changes its records. */
export class Day {
  readonly deps: TestDeps;
  organisation: OrganisationId;
  readonly parts;
  /** The ids of the records and the alerts of before the day. */
  readonly seen: { readonly transactions: string[]; readonly events: string[] } = { transactions: [], events: [] };
  private made = 0;

  constructor(table: Table) {
    const deps = testDeps(table);
    this.deps = deps;
    this.organisation = OrganisationId.parse(deps.newId());
    const jobs = { start: async () => {} };
    this.parts = {
      ...{
        ...deps,
        ...allConfirmed,
        jobs,
        channels,
        outbound: outboundWith('loopback'),
        sealer: async () => testSealer,
      },
      ...{ rules: ruleRepo(deps), webhooks: webhookRepo(deps), destinations: destinationRepo(deps) },
      ...{ settings: settingsRepo(deps), keys: apiKeyRepo(deps), emails: emailAddressRepo(deps) },
      wallets: { ...walletRepo(deps), ...walletChanges(deps), ...walletListing(deps) },
      ...{ book: bookRepo(deps), lists: addressLists({ ...deps, jobs }), mutes: muteRepo(deps) },
      ...{ events: eventRepo(deps), transactions: transactionRepo(deps), suspensions: suspensionRepo(deps) },
      ...{ exports: exportRepo(deps), backtests: backtestRepo(deps), replays: replayRepo(deps) },
      backfills: backfillRepo(deps),
    };
  }

  /** Makes the organisation, with what no act of the day makes. */
  async begin(): Promise<this> {
    const { deps, parts } = this;
    const beginning = { apiKeys: parts.keys, newLists: newLists(deps) };
    const { organisationId } = await createOrganisation(deps, beginning, { name: 'Acme' });
    this.organisation = OrganisationId.parse(organisationId);
    for (const address of EMAILS) await parts.emails.add(this.organisation, address);
    for (const hash of ['a', 'b']) {
      const record = aStoredTransaction({ id: deps.newId(), hash: `0x${hash.repeat(64)}` });
      await parts.transactions.record(this.organisation, record);
      const event = anEvent({ id: deps.newId(), transactionId: record.id });
      await transact(deps.table, { event: parts.events.creation(this.organisation, event) });
      this.seen.transactions.push(record.id);
      this.seen.events.push(event.id);
    }
    return this;
  }

  /** An address that no record has. */
  address = (): string => `0x${(++this.made).toString(16).padStart(40, '0')}`;

  /** What is stored now, as entries tell of it. */
  async records(): Promise<Records> {
    const all = await Promise.all(
      Object.entries(KINDS).map(async ([kind, stored]) =>
        (await stored(this)).map((record) => [`${kind} ${record.id}`, toldOf(record)] as const),
      ),
    );
    return Object.fromEntries(all.flat());
  }
}

/** The records of all pages: bulks make many. */
async function everyPage<T>(list: (page: typeof ALL) => Promise<{ readonly data: readonly T[] }>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const { data } = await list({ ...ALL, page });
    all.push(...data);
    if (data.length < ALL.pageSize) return all;
  }
}

/** A record with its mute, which is an item of its own. */
async function muted<T extends { readonly id: string }>({ parts, organisation }: Day, records: readonly T[]) {
  const mutes = new Map((await parts.mutes.all(organisation)).map((mute) => [mute.targetId, mute]));
  return records.map((record) => {
    const { until, reason, critical } = mutes.get(record.id) ?? {};
    return { ...record, mutedUntil: until, muteReason: reason, muteCritical: critical };
  });
}

interface AnyJob {
  readonly id: string;
  readonly status: string;
}

/** A job as a caller asked for it. Of what its runs do, the log says nothing. */
const asked =
  <J extends AnyJob>(jobs: (day: Day) => Promise<{ data: J[] }>, request: (job: J) => object) =>
  async (day: Day) =>
    (await jobs(day)).data.map((job) => ({
      ...{ id: job.id, ...request(job) },
      isCancelled: job.status === 'cancelled' ? true : null,
    }));

/** The records of each resource of the log. A secret of a key is its hash, which an entry of a new key leaves out. */
export const KINDS = {
  rule: async (day) => muted(day, await day.parts.rules.all(day.organisation)),
  wallet: async (day) => muted(day, await everyPage((page) => day.parts.wallets.list(day.organisation, page))),
  webhook: (day) => day.parts.webhooks.all(day.organisation),
  destination: (day) => day.parts.destinations.all(day.organisation),
  key: async (day) =>
    (await day.parts.keys.list(day.organisation, ALL)).data.map((each) => ({ ...each, sha256: null })),
  email: (day) =>
    Promise.all(
      EMAILS.map(async (address) => {
        const id = emailAddressId(day.organisation, address);
        const found = await day.parts.emails.find(day.organisation, id);
        return { id, ...(found !== null && { address, status: found.status }) };
      }),
    ),
  settings: async (day) => [{ id: null, ...(await day.parts.settings.get(day.organisation)) }],
  organisation: async ({ deps, parts, organisation: id }) => {
    const isSuspended = (await parts.suspensions.find(id)) !== null;
    return [{ id, limits: await ownLimits(deps.table, id), isSuspended }];
  },
  address_book_entry: (day) => everyPage((page) => day.parts.book.list(day.organisation, page)),
  address_list: async (day) =>
    (await day.parts.lists.list(day.organisation, ALL)).data.map(({ id, name, purpose, source }) => ({
      ...{ id, name, purpose, source },
    })),
  event: ({ parts, organisation, seen }) =>
    Promise.all(
      seen.events.map(async (event) => {
        const { id, status, acknowledgementNote, resolutionNote } = await parts.events.get(organisation, event);
        return { id, status, acknowledgementNote, resolutionNote };
      }),
    ),
  transaction: ({ parts, organisation, seen }) =>
    Promise.all(
      seen.transactions.map(async (transaction) => {
        const { id, notes, tags, ...record } = await parts.transactions.get(organisation, transaction);
        const { walletId, chain, hash, blockNumber, blockTimestamp, fromAddress, toAddress } = record;
        const { tokenSymbol, tokenAmount, txType, status } = record;
        const place = { walletId, chain, hash, blockNumber, blockTimestamp };
        return { id, notes, tags, ...place, fromAddress, toAddress, tokenSymbol, tokenAmount, txType, status };
      }),
    ),
  export: asked(
    (day) => day.parts.exports.list(day.organisation, ALL),
    ({ filters }) => filters,
  ),
  backtest: asked(
    (day) => day.parts.backtests.list(day.organisation, ALL),
    ({ ruleId, ruleName, ruleType, from, to, walletIds }) => ({ ruleId, ruleName, ruleType, from, to, walletIds }),
  ),
  backfill: asked(
    (day) => day.parts.backfills.list(day.organisation, 'base', ALL),
    ({ chain, walletId, fromHeight, toHeight, evaluateRules }) => ({
      ...{ chain, walletId, fromHeight, toHeight, evaluateRules },
    }),
  ),
  replay: asked(
    (day) => day.parts.replays.list(day.organisation, ALL),
    ({ filter }) => filter,
  ),
} satisfies Partial<Record<AuditResource, (day: Day) => Promise<readonly ({ readonly id: string | null } & object)[]>>>;
