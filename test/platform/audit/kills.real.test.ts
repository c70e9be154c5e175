import { beforeAll, describe, expect, it } from '@jest/globals';
import { createRule, updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import { ruleRepo } from '../../../lib/alerts/rules/repo.ts';
import { CreateRule } from '../../../lib/alerts/rules/schema.ts';
import { channels } from '../../../lib/channels/index.ts';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import { createKey } from '../../../lib/organisations/api-keys/create-key-for.ts';
import { apiKeyRepo } from '../../../lib/organisations/api-keys/repo.ts';
import { followEmailLink } from '../../../lib/organisations/email-addresses/follow-email-link.ts';
import { emailAddressId, emailAddressRepo } from '../../../lib/organisations/email-addresses/repo.ts';
import { actingFor, type Changer } from '../../../lib/platform/audit/acting.ts';
import { auditPage } from '../../../lib/platform/audit/audit-page.ts';
import { AuditQuery } from '../../../lib/platform/audit/audit-query.ts';
import { outboundWith } from '../../../lib/platform/outbound/outbound.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { walletChanges } from '../../../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../../../lib/wallets/schema.ts';
import { walletListing } from '../../../lib/wallets/wallet-listing.ts';
import { createWebhook, updateWebhook } from '../../../lib/webhooks/change-webhook.ts';
import { webhookRepo } from '../../../lib/webhooks/repo.ts';
import { CreateWebhook } from '../../../lib/webhooks/schema.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { Faults, type Plan } from '../../support/faults.ts';
import { quiet } from '../../support/quiet.ts';
import { SENDER, testSealer } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

/*
 * Whatever call of a change fails, whether it takes effect or not: the log has one entry if the records changed, and
 * none if they did not.
 */
quiet();

const faults = new Faults();
let table: Table;
let failing: Table;
beforeAll(async () => {
  table = await makeTable();
  failing = openTable(table.name, faults.over(dynamoDb()));
});

const outside = { outbound: outboundWith('loopback'), sealer: async () => testSealer, channels };
const ruleBody = CreateRule.parse({ name: 'Any', ruleType: 'any_transfer' });
const webhookBody = CreateWebhook.parse({ url: 'http://127.0.0.1:9/hooks', events: ['alert.fired'] });
const walletBody = CreateWallet.parse({ label: 'Treasury', address: SENDER, chains: ['ethereum'] });
const account = { address: SENDER, destinationTag: null };
const ruleDeps = (deps: TestDeps) => ({ ...deps, ...outside, rules: ruleRepo(deps) });
const aRule = (deps: TestDeps, organisation: OrganisationId) => createRule(ruleDeps(deps), organisation, ruleBody);
const aWebhook = (deps: TestDeps, organisation: OrganisationId) =>
  createWebhook({ ...deps, ...outside }, organisation, webhookBody);
const aWallet = (deps: TestDeps, organisation: OrganisationId) =>
  walletChanges(deps).create(organisation, walletBody, account);

interface Change {
  /** Makes what the change needs, without faults. */
  prepare(deps: TestDeps, organisation: OrganisationId): Promise<{ readonly id: string } | null>;
  make(deps: TestDeps, organisation: OrganisationId, id: string): Promise<unknown>;
  /** Who makes the change: a key, unless this says otherwise. */
  readonly by?: Changer['kind'];
}

const ADDRESS = 'desk@example.com';
const nothing = async () => null;
const changers: Readonly<Record<Changer['kind'], Changer>> = {
  key: { kind: 'key', id: 'key-1', name: 'CI' },
  person: { kind: 'person', id: 'ada@example.com', name: 'Ada' },
  link: { kind: 'link', id: null, name: null },
  operator: { kind: 'operator', id: null, name: null },
  system: { kind: 'system', id: null, name: null },
};
const changes: Readonly<Record<string, Change>> = {
  'creates a rule': { prepare: nothing, make: aRule },
  'changes a rule': {
    prepare: aRule,
    make: (deps, organisation, id) => updateRule(ruleDeps(deps), organisation, id, { name: 'Other' }),
  },
  'deletes a rule': {
    prepare: aRule,
    make: (deps, organisation, id) => ruleRepo(deps).remove(organisation, id),
  },
  'creates a webhook': { prepare: nothing, make: aWebhook },
  'changes a webhook': {
    prepare: aWebhook,
    make: (deps, organisation, id) => updateWebhook({ ...deps, ...outside }, organisation, id, { isActive: false }),
  },
  'deletes a webhook': {
    prepare: aWebhook,
    make: (deps, organisation, id) => webhookRepo(deps).remove(organisation, id),
  },
  'creates a wallet': { prepare: nothing, make: aWallet },
  'changes a wallet': {
    prepare: aWallet,
    make: (deps, organisation, id) => walletChanges(deps).update(organisation, id, { label: 'Cold' }),
  },
  'deletes a wallet': {
    prepare: aWallet,
    make: (deps, organisation, id) => walletChanges(deps).remove(organisation, id),
  },
  'changes the settings': {
    prepare: nothing,
    make: (deps, organisation) => settingsRepo(deps).change(organisation, { emails: ['desk@example.com'] }),
  },
  'creates a key': {
    prepare: nothing,
    make: (deps, organisation) => createKey(deps, organisation, { name: 'CI', scope: 'read' }),
  },
  'revokes a key': {
    prepare: (deps, organisation) => createKey(deps, organisation, { name: 'CI', scope: 'read' }),
    make: (deps, organisation, id) => apiKeyRepo(deps).revoke(organisation, id),
  },
  'comes from a person': {
    prepare: aRule,
    make: (deps, organisation, id) => updateRule(ruleDeps(deps), organisation, id, { name: 'Other' }),
    by: 'person',
  },
  'follows the link of a mail': {
    async prepare(deps, organisation) {
      await emailAddressRepo(deps).add(organisation, ADDRESS);
      await emailAddressRepo(deps).ask(organisation, ADDRESS, 'secret');
      return null;
    },
    make: (deps, organisation) =>
      followEmailLink(
        { emailAddresses: emailAddressRepo(deps), sealer: outside.sealer },
        {
          ...{ purpose: 'confirm', organisationId: organisation, proof: 'secret' },
          addressId: emailAddressId(organisation, ADDRESS),
        },
      ),
    by: 'link',
  },
};

/** All records that the changes are about, as text. */
async function records(deps: TestDeps, organisation: OrganisationId): Promise<string> {
  const page = { pageSize: 100 };
  return JSON.stringify([
    await ruleRepo(deps).all(organisation),
    await webhookRepo(deps).all(organisation),
    (await walletListing(deps).list(organisation, page)).data,
    await settingsRepo(deps).get(organisation),
    await emailAddressRepo(deps).statuses(organisation, [ADDRESS]),
    (await apiKeyRepo(deps).list(organisation, page)).data,
  ]);
}

const entries = async (deps: TestDeps, organisation: OrganisationId) =>
  (await auditPage(deps, organisation, AuditQuery.parse({}))).data;

/** Makes the change while a call fails, and compares what is stored with the log. */
async function attempt({ prepare, make, by = 'key' }: Change, plan: Plan): Promise<void> {
  const deps = testDeps(table);
  const organisation = OrganisationId.parse(deps.newId());
  const { id } = (await prepare(deps, organisation)) ?? { id: '' };
  deps.advance(60);
  const before = { records: await records(deps, organisation), entries: await entries(deps, organisation) };
  faults.arm(plan);
  const acting = { actor: changers[by], requestId: deps.newId() };
  const isDone = await faults.process(() =>
    actingFor(acting, () => make({ ...deps, table: failing }, organisation, id)),
  );
  const isChanged = (await records(deps, organisation)) !== before.records;
  if (isDone) expect(isChanged).toBe(true);
  const added = (await entries(deps, organisation)).slice(0, -before.entries.length || undefined);
  expect(added).toMatchObject(isChanged ? [acting] : []);
}

describe.each(Object.entries(changes))('A request that %s', (_name, change) => {
  it.each(['before', 'after'] as const)(
    'has one entry if it changes something, when a call dies %s its effect',
    async (fails) => {
      const calls = await sweep(faults, { fails, process: 'dies' }, 3, (plan) => attempt(change, plan));
      expect(calls).toContain('TransactWriteItemsCommand');
    },
  );
});
