import { beforeEach, describe, expect, it } from '@jest/globals';
import { createRule } from '../../../lib/alerts/rules/change-rule.ts';
import { ruleRepo } from '../../../lib/alerts/rules/repo.ts';
import { CreateRule } from '../../../lib/alerts/rules/schema.ts';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { destinationRepo } from '../../../lib/channels/destinations/repo.ts';
import { channels } from '../../../lib/channels/index.ts';
import { settingsOwner } from '../../../lib/channels/port/channel-fields.ts';
import { changeSettings } from '../../../lib/channels/settings/change-settings.ts';
import { settingsRepo } from '../../../lib/channels/settings/repo.ts';
import { RESEAL_RUN_SECONDS, reseal } from '../../../lib/operation/admin/reseal.ts';
import { canaryAccount } from '../../../lib/operation/canary/canary-account.ts';
import { newLists } from '../../../lib/operation/lists/counted-lists.ts';
import { apiKeyRepo } from '../../../lib/organisations/api-keys/repo.ts';
import { createOrganisation } from '../../../lib/organisations/create-organisation.ts';
import { emailAddressRepo } from '../../../lib/organisations/email-addresses/repo.ts';
import { outboundWith } from '../../../lib/platform/outbound/outbound.ts';
import { dataKeyOf, type Sealer, sealer } from '../../../lib/platform/sealer.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { createWebhook, rotateSecret, updateWebhook } from '../../../lib/webhooks/change-webhook.ts';
import { webhookRepo } from '../../../lib/webhooks/repo.ts';
import { CreateWebhook } from '../../../lib/webhooks/schema.ts';
import { invokeAdmin } from '../../support/api.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY } from '../../support/faults.ts';
import { quiet } from '../../support/quiet.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

/*
 * Two organisations have a subscription with headers and a former secret, a rule with a custom URL, a Slack URL and a
 * destination, all sealed with the old key. Operators add a new key and reseal, while runs fail at any call. At the end
 * the new key alone opens all.
 */
quiet();

const [oldKey, newKey] = [dataKeyOf('o'.repeat(64)), dataKeyOf('n'.repeat(64))];
const before = sealer([oldKey]);
const both = sealer([newKey, oldKey]);
const after = sealer([newKey]);
const SLACK = 'https://hooks.slack.com/services/T000/B000/secret';

let deps: TestDeps;
let faults: Faults;
beforeEach(async () => {
  const { name } = await makeTable();
  faults = new Faults();
  deps = testDeps(openTable(name, faults.over(dynamoDb())));
});

const repos = () => ({
  webhooks: webhookRepo(deps),
  destinations: destinationRepo(deps),
  rules: ruleRepo(deps),
  settings: settingsRepo(deps),
});
const changing = () => ({
  ...deps,
  ...repos(),
  channels,
  emailAddresses: emailAddressRepo(deps),
  confirmations: { askPending: async () => {} },
  outbound: outboundWith('loopback'),
  sealer: async () => before,
});
const resealing = (last?: OrganisationId) => reseal({ ...deps, ...repos(), channels, sealer: both }, last);

async function anOrganisation(): Promise<OrganisationId> {
  const { organisationId } = await createOrganisation(
    deps,
    { apiKeys: apiKeyRepo(deps), newLists: newLists(deps) },
    { name: 'Acme' },
  );
  const webhook = CreateWebhook.parse({
    url: 'http://127.0.0.1:9/hooks',
    events: ['alert.fired'],
    secret: 'the former secret',
    headers: { Authorization: 'Bearer of the headers' },
  });
  const { id } = await createWebhook(changing(), organisationId, webhook);
  await rotateSecret(changing(), organisationId, id);
  const customWebhookUrl = 'http://127.0.0.1:9/custom';
  const rule = CreateRule.parse({ name: 'Any', ruleType: 'any_transfer', notifyWebhook: true, customWebhookUrl });
  await createRule(changing(), organisationId, rule);
  const outbound = { ...changing().outbound, assertDestination: async () => {} };
  await changeSettings({ ...changing(), outbound }, organisationId, { slackWebhookUrl: SLACK });
  await createDestination(changing(), organisationId, {
    name: 'On call',
    kind: 'pagerduty',
    config: { routingKey: 'R0UT1NGKEY' },
    match: {},
    isActive: true,
  });
  return organisationId;
}

/** All secrets of an organisation, as this sealer opens them. */
async function secretsOf(organisationId: OrganisationId, { open }: Sealer): Promise<string[]> {
  const { webhooks, destinations, rules, settings } = repos();
  const ofWebhooks = (await webhooks.all(organisationId)).flatMap(
    ({ id, sealedSecret, sealedHeaders, previousSecrets }) =>
      [sealedSecret, String(sealedHeaders), ...previousSecrets.map(({ sealed }) => sealed)].map((sealed) =>
        open(sealed, { organisationId, recordId: id }),
      ),
  );
  const ofRules = (await rules.all(organisationId)).map((rule) =>
    open(String(Reflect.get(rule, 'sealedCustomSecret')), { organisationId, recordId: rule.id }),
  );
  const ofDestinations = (await destinations.all(organisationId)).map(({ id, sealedSecret }) =>
    open(String(sealedSecret), { organisationId, recordId: id }),
  );
  const stored = Reflect.get(await settings.get(organisationId), 'sealedSlackUrl');
  return [...ofWebhooks, ...ofDestinations, ...ofRules, open(String(stored), settingsOwner(organisationId))];
}

describe('reseal', () => {
  it('seals every secret again, so that the old key is no longer needed, and then finds nothing', async () => {
    const organisations = [await anOrganisation(), await anOrganisation()];
    const secrets = await Promise.all(organisations.map((id) => secretsOf(id, before)));
    expect(secrets.map(({ length }) => length)).toEqual([6, 6]);
    expect(await resealing()).toEqual({ resealed: 8, next: null });
    expect(await Promise.all(organisations.map((id) => secretsOf(id, after)))).toEqual(secrets);
    expect(await resealing()).toEqual({ resealed: 0, next: null });
  });

  it('leaves headers that a request changes meanwhile', async () => {
    const organisationId = await anOrganisation();
    const { webhooks } = repos();
    const [webhook] = await webhooks.all(organisationId);
    if (webhook === undefined) throw new Error('no subscription');
    const headers = { Authorization: 'Bearer of a change' };
    // The change comes after the run has read the subscription.
    const all: typeof webhooks.all = async (id) => {
      const read = await webhooks.all(id);
      await updateWebhook({ ...changing(), sealer: async () => both }, organisationId, webhook.id, { headers });
      return read;
    };
    await reseal({ ...deps, ...repos(), webhooks: { all }, channels, sealer: both });
    const [changed] = await webhooks.all(organisationId);
    const owner = { organisationId, recordId: webhook.id };
    expect(JSON.parse(both.open(String(changed?.sealedHeaders), owner))).toEqual(headers);
  });

  it('seals the key and the secret of the canary again', async () => {
    const account = await canaryAccount({ ...deps, sealer: before });
    expect(await resealing()).toEqual({ resealed: 1, next: null });
    expect(await canaryAccount({ ...deps, sealer: after })).toEqual(account);
    expect(await resealing()).toEqual({ resealed: 0, next: null });
  });

  it('goes on where its time was over', async () => {
    const organisations = [await anOrganisation(), await anOrganisation()].sort();
    const late = { ...deps, now: deps.now };
    let reads = 0;
    // The time is over before the second organisation.
    late.now = () => new Date(deps.now().getTime() + (reads++ > 1 ? RESEAL_RUN_SECONDS * 1000 : 0));
    const first = await reseal({ ...late, ...repos(), channels, sealer: both });
    expect(first).toEqual({ resealed: 4, next: organisations[0] });
    expect(await resealing(organisations[0])).toEqual({ resealed: 4, next: null });
  });

  it.each([3, 6, 7, 8, 9, 10])('is completed by another run when call %i fails', async (at) => {
    const id = await anOrganisation();
    const secrets = await secretsOf(id, before);
    for (const fails of ['before', 'after'] as const) {
      faults.arm({ at, fails, process: 'dies' });
      await faults.process(() => resealing());
      faults.arm(HEALTHY);
      await faults.process(async () => expect(await secretsOf(id, both)).toEqual(secrets));
    }
    await faults.process(() => resealing());
    await faults.process(async () => expect(await secretsOf(id, after)).toEqual(secrets));
  });

  it('is an action of the admin function', async () => {
    const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    expect(await invokeAdmin({ action: 'reseal', after: last })).toEqual({ resealed: 0, next: null });
  });
});
