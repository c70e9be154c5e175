import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRule, updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import { ruleRepo } from '../../../lib/alerts/rules/repo.ts';
import { CreateRule } from '../../../lib/alerts/rules/schema.ts';
import { channels } from '../../../lib/channels/index.ts';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import { newLists } from '../../../lib/operation/lists/counted-lists.ts';
import { createKey } from '../../../lib/organisations/api-keys/create-key-for.ts';
import { apiKeyRepo } from '../../../lib/organisations/api-keys/repo.ts';
import { createOrganisation } from '../../../lib/organisations/create-organisation.ts';
import { followEmailLink } from '../../../lib/organisations/email-addresses/follow-email-link.ts';
import { emailAddressId, emailAddressRepo } from '../../../lib/organisations/email-addresses/repo.ts';
import { ownLimits } from '../../../lib/organisations/limits/limits.ts';
import { setLimits } from '../../../lib/organisations/limits/set-limits.ts';
import { suspensionRepo } from '../../../lib/organisations/suspension/repo.ts';
import { actingFor, type Changer } from '../../../lib/platform/audit/acting.ts';
import { auditEntries } from '../../../lib/platform/audit/audit-page.ts';
import { outboundWith } from '../../../lib/platform/outbound/outbound.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { ApiError } from '../../../lib/values/errors.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { walletChanges } from '../../../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../../../lib/wallets/schema.ts';
import { walletListing } from '../../../lib/wallets/wallet-listing.ts';
import { createWebhook, updateWebhook } from '../../../lib/webhooks/change-webhook.ts';
import { webhookRepo } from '../../../lib/webhooks/repo.ts';
import { CreateWebhook } from '../../../lib/webhooks/schema.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { runs } from '../../support/sample.ts';
import { testSealer } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { applied, differingRecords, type Records, toldOf } from './replay.ts';

/*
 * The records before a day, and the entries of the day, give the records after the day. A failure prints the seed and
 * the shortest day that fails.
 */
quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

const MINUTE = 60;
const EMAILS = ['desk@example.com', 'ops@example.com', 'cfo@example.com'];
const outside = { outbound: outboundWith('loopback'), sealer: async () => testSealer, channels };
const key = (scope: string): Changer => ({ kind: 'key', id: `key-${scope}`, name: scope });
const person: Changer = { kind: 'person', id: 'ada@example.com', name: 'Ada' };
const operator: Changer = { kind: 'operator', id: null, name: null };
const link: Changer = { kind: 'link', id: null, name: null };

class Day {
  readonly deps: TestDeps = testDeps(table);
  organisation = OrganisationId.parse(this.deps.newId());
  readonly rules = { ...this.deps, ...outside, rules: ruleRepo(this.deps) };
  readonly hooks = { ...this.deps, ...outside };
  readonly wallets = walletChanges(this.deps);
  readonly addresses = emailAddressRepo(this.deps);
  private made = 0;

  async begin(): Promise<this> {
    const beginning = { apiKeys: apiKeyRepo(this.deps), newLists: newLists(this.deps) };
    const { organisationId } = await createOrganisation(this.deps, beginning, { name: 'Acme' });
    this.organisation = OrganisationId.parse(organisationId);
    for (const address of EMAILS) await this.addresses.add(this.organisation, address);
    return this;
  }

  /** An address that no wallet has. */
  address = (): string => `0x${(++this.made).toString(16).padStart(40, '0')}`;

  async records(): Promise<Records> {
    const { deps, organisation } = this;
    const page = { pageSize: 100 };
    const emails = await Promise.all(
      EMAILS.map(async (address) => {
        const id = emailAddressId(organisation, address);
        const found = await this.addresses.find(organisation, id);
        return { id, ...(found !== null && { address, status: found.status }) };
      }),
    );
    const isSuspended = (await suspensionRepo(deps).find(organisation)) !== null;
    const kinds = {
      rule: await ruleRepo(deps).all(organisation),
      webhook: await webhookRepo(deps).all(organisation),
      wallet: (await walletListing(deps).list(organisation, page)).data,
      // The hash of a key is no field that anybody changes: an entry of a new key leaves it out.
      key: (await apiKeyRepo(deps).list(organisation, page)).data.map((each) => ({ ...each, sha256: null })),
      email: emails,
      settings: [{ id: null, ...(await settingsRepo(deps).get(organisation)) }],
      organisation: [{ id: organisation, limits: await ownLimits(deps.table, organisation), isSuspended }],
    };
    return Object.fromEntries(
      Object.entries(kinds).flatMap(([kind, records]) =>
        records.map((record) => [`${kind} ${record.id}`, toldOf(record)]),
      ),
    );
  }
}

/** What somebody does. `n` chooses a record, and `text` is what the caller writes. */
interface Act {
  readonly kind: keyof typeof acts;
  readonly by: Changer;
  readonly n: number;
  readonly text: string;
}

type Do = (day: Day, act: Act) => Promise<unknown>;
const nth = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

/** Does something to one of the records, if there is any. */
const to =
  <T>(all: (day: Day) => Promise<readonly T[]>, change: (day: Day, record: T, act: Act) => Promise<unknown>): Do =>
  async (day, act) => {
    const record = nth(await all(day), act.n);
    if (record !== undefined) await change(day, record, act);
  };
const rules = (day: Day) => ruleRepo(day.deps).all(day.organisation);
const webhooks = (day: Day) => webhookRepo(day.deps).all(day.organisation);
const wallets = async (day: Day) => (await walletListing(day.deps).list(day.organisation, { pageSize: 100 })).data;
const apiKeys = async (day: Day) => (await apiKeyRepo(day.deps).list(day.organisation, { pageSize: 100 })).data;
const emailOf = ({ n }: Act): string => EMAILS[n % EMAILS.length] ?? '';

const acts = {
  'create a rule': (day, { text, n }) =>
    createRule(
      day.rules,
      day.organisation,
      CreateRule.parse({
        ...{ name: text, ruleType: 'large_transfer', conditions: { value_usd: { gte: n } }, cooldownMinutes: n + 1 },
      }),
    ),
  'change a rule': to(rules, (day, { id }, { text, n }) =>
    updateRule(day.rules, day.organisation, id, {
      name: text,
      isActive: n % 2 === 0,
      conditions: { value_usd: { lte: n } },
    }),
  ),
  'delete a rule': to(rules, (day, { id }) => ruleRepo(day.deps).remove(day.organisation, id)),
  'create a webhook': (day, { n }) =>
    createWebhook(
      day.hooks,
      day.organisation,
      CreateWebhook.parse({ url: `http://127.0.0.1:9/hooks/${n}`, events: ['alert.fired'] }),
    ),
  'change a webhook': to(webhooks, (day, { id }, { n }) =>
    updateWebhook(day.hooks, day.organisation, id, { isActive: n % 2 === 0, url: `http://127.0.0.1:9/other/${n}` }),
  ),
  'delete a webhook': to(webhooks, (day, { id }) => webhookRepo(day.deps).remove(day.organisation, id)),
  'create a wallet': (day, { text, n }) => {
    const address = day.address();
    const body = CreateWallet.parse({ label: text, address, chains: ['ethereum'], tags: [`t${n}`] });
    return day.wallets.create(day.organisation, body, { address, destinationTag: null });
  },
  'change a wallet': to(wallets, (day, { id }, { text, n }) =>
    day.wallets.update(day.organisation, id, { label: text, tags: n % 2 === 0 ? [] : ['a.b', `t${n}`] }),
  ),
  'delete a wallet': to(wallets, (day, { id }) => day.wallets.remove(day.organisation, id)),
  'create a key': (day, { text }) => createKey(day.deps, day.organisation, { name: text, scope: 'read' }),
  'revoke a key': to(apiKeys, (day, { id }) => apiKeyRepo(day.deps).revoke(day.organisation, id)),
  'change the settings': (day, { n }) =>
    settingsRepo(day.deps).change(day.organisation, { emails: EMAILS.slice(0, n % (EMAILS.length + 1)) }),
  'ask an address': (day, act) => day.addresses.ask(day.organisation, emailOf(act), 'secret', true),
  'follow a link': (day, act) =>
    followEmailLink(
      { emailAddresses: day.addresses, sealer: outside.sealer },
      {
        ...{ purpose: 'confirm', organisationId: day.organisation, proof: 'secret' },
        addressId: emailAddressId(day.organisation, emailOf(act)),
      },
    ),
  'set limits': ({ deps, organisation }, { n }) =>
    setLimits(deps, { organisationId: organisation, limits: { wallets: n % 3 === 0 ? null : 100 + n, rules: 100 } }),
  suspend: ({ deps, organisation }) => suspensionRepo(deps).suspend(organisation),
  resume: ({ deps, organisation }) => suspensionRepo(deps).resume(organisation),
} satisfies Record<string, Do>;

const OF_OPERATORS: readonly string[] = ['set limits', 'suspend', 'resume'];
const byOf = (kind: string, isPerson: boolean): Changer => {
  if (OF_OPERATORS.includes(kind)) return operator;
  if (kind === 'follow a link') return link;
  return isPerson ? person : key('admin');
};
const kinds = Object.keys(acts).filter((kind): kind is keyof typeof acts => kind in acts);
const act: fc.Arbitrary<Act> = fc
  .record({
    kind: fc.constantFrom(...kinds),
    isPerson: fc.boolean(),
    n: fc.nat(20),
    text: fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'ab.é漢"\\{') }),
  })
  .map(({ isPerson, ...rest }) => ({ ...rest, by: byOf(rest.kind, isPerson) }));

it('a day of changes is what its entries say: the records before and the entries give the records after', async () => {
  const actors = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 60 }), async (all) => {
      const day = await new Day().begin();
      const { deps, organisation } = day;
      deps.advance(MINUTE);
      const before = await day.records();
      const from = deps.now().toISOString();
      for (const each of all) {
        deps.advance(MINUTE);
        try {
          await actingFor({ actor: each.by, requestId: deps.newId() }, () => acts[each.kind](day, each));
        } catch (error) {
          // A refused request changes nothing.
          if (!(error instanceof ApiError)) throw error;
        }
      }
      let told = before;
      for await (const { records } of auditEntries(deps, organisation, { from })) {
        for (const entry of records) told = applied(told, entry);
        for (const { actor } of records) actors.add(actor.kind);
      }
      expect(differingRecords(told, await day.records())).toEqual([]);
    }),
    { numRuns: runs(12, 150) },
  );
  expect([...actors].sort()).toEqual(['key', 'link', 'operator', 'person']);
});
