import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { StoredDelivery } from '../../../lib/deliveries/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import type { StoredWallet } from '../../../lib/wallets/schema.ts';
import { rotateSecret } from '../../../lib/webhooks/change-webhook.ts';
import { settled } from '../../support/concurrent.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { changing, HOOK, MAIL } from './changing.ts';

quiet();

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let given: ReturnType<typeof changing>;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  given = changing(deps, scenario);
  await scenario.changing.settings.change(scenario.organisation, { emails: [MAIL] });
});

const listener = (more = {}) => scenario.makeWebhook(HOOK, { events: ['configuration.changed'], ...more });
const bodyOf = ({ body }: StoredDelivery) => JSON.parse(body);
const toMail = async () => (await given.notices()).filter(({ channel }) => channel.kind === 'email');
const toHook = async () => (await given.notices()).filter(({ channel }) => channel.kind === 'webhook').map(bodyOf);
const walletNamed = (label: string, address: string): Promise<StoredWallet> =>
  scenario.makeWallet({ label, address, chains: ['ethereum', 'base'] });
const ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

/** Each change of something active that the organisation must know of, and what it is told. */
const told: Readonly<Record<string, () => Promise<object>>> = {
  'a rule that is disabled': async () => {
    const { id } = await scenario.makeRule({ name: 'Large' });
    await given.rule(id, { isActive: false });
    const changes = [{ path: 'isActive', before: true, after: false }];
    return { action: 'disabled', resource: 'rule', resourceId: id, name: 'Large', changes };
  },
  'a rule that is deleted': async () => {
    const { id } = await scenario.makeRule();
    await given.deleteRule(id);
    return { action: 'deleted', resource: 'rule', resourceId: id, changes: [] };
  },
  'a rule whose URL is another': async () => {
    const { id } = await scenario.makeRule({ customWebhookUrl: 'https://8.8.8.8/mine?token=hidden' });
    await given.rule(id, { customWebhookUrl: 'https://9.9.9.9/theirs' });
    const changes = [{ path: 'customWebhookUrl', before: 'https://8.8.8.8/…dden', after: 'https://9.9.9.9/…eirs' }];
    return { action: 'repointed', resource: 'rule', resourceId: id, changes };
  },
  'a rule that is muted': async () => {
    const { id } = await scenario.makeRule();
    await given.muteRule(id);
    return { action: 'muted', changes: expect.arrayContaining([{ path: 'muteReason', before: null, after: 'Move' }]) };
  },
  'a wallet that is no longer watched': async () => {
    await given.wallet(scenario.wallet.id, { watch: false });
    const changes = [{ path: 'watch', before: true, after: false }];
    return { action: 'disabled', resource: 'wallet', name: 'Treasury', changes };
  },
  'a wallet that is no longer watched on a chain': async () => {
    const { id } = await walletNamed('Vault', ADDRESS);
    await given.wallet(id, { chains: ['base'] });
    return { action: 'disabled', resource: 'wallet', resourceId: id, name: 'Vault' };
  },
  'a wallet that is deleted': async () => {
    await given.deleteWallet(scenario.wallet.id);
    return { action: 'deleted', resource: 'wallet', resourceId: scenario.wallet.id };
  },
  'a wallet that is muted': async () => {
    await given.muteWallet(scenario.wallet.id);
    return { action: 'muted', resource: 'wallet', resourceId: scenario.wallet.id };
  },
  'a subscription that is turned off': async () => {
    const { id } = await scenario.makeWebhook('https://8.8.8.8/other');
    await given.webhook(id, { isActive: false });
    return { action: 'disabled', resource: 'webhook', resourceId: id, name: '8.8.8.8' };
  },
  'a subscription that is deleted': async () => {
    const { id } = await scenario.makeWebhook('https://8.8.8.8/other', { description: 'Pager' });
    await given.deleteWebhook(id);
    return { action: 'deleted', resource: 'webhook', resourceId: id, name: 'Pager' };
  },
  'a subscription whose URL is another': async () => {
    const { id } = await scenario.makeWebhook('https://8.8.8.8/other');
    await given.webhook(id, { url: 'https://9.9.9.9/theirs' });
    const changes = [{ path: 'url', before: 'https://8.8.8.8/…ther', after: 'https://9.9.9.9/…eirs' }];
    return { action: 'repointed', resource: 'webhook', resourceId: id, changes };
  },
  'a destination that is turned off': async () => {
    const { id } = await given.makeDestination();
    await given.destination(id, { isActive: false });
    return { action: 'disabled', resource: 'destination', resourceId: id, name: 'Desk' };
  },
  'a destination that is deleted': async () => {
    const { id } = await given.makeDestination();
    await given.deleteDestination(id);
    return { action: 'deleted', resource: 'destination', resourceId: id };
  },
  'a destination with another secret': async () => {
    const { id } = await given.makeDestination();
    await given.destination(id, { config: { botToken: '7654321:AAEhBOweik' } });
    const changes = [{ path: 'secret', before: '(changed)', after: '(changed)' }];
    return { action: 'repointed', resource: 'destination', resourceId: id, changes };
  },
  'settings with another Slack URL': async () => {
    await given.slackUrl('http://127.0.0.1:9/slack/ours');
    await given.slackUrl('http://127.0.0.1:9/slack/theirs');
    const changes = [{ path: 'slackUrl', before: '(changed)', after: '(changed)' }];
    return { action: 'repointed', resource: 'settings', resourceId: null, name: 'Slack URL', changes };
  },
  'settings without the Slack URL': async () => {
    await given.slackUrl('http://127.0.0.1:9/slack/ours');
    await given.slackUrl(null);
    const changes = [{ path: 'slackUrl', before: '(changed)', after: null }];
    return { action: 'disabled', resource: 'settings', resourceId: null, name: 'Slack URL', changes };
  },
  'settings without the mail address': async () => {
    await given.settings([]);
    const changes = [{ path: 'emails', before: [MAIL], after: [] }];
    return { action: 'disabled', resource: 'settings', resourceId: null, name: 'e-mail addresses', changes };
  },
};

describe('An organisation is told once, by mail and at its subscriptions, of', () => {
  it.each(Object.entries(told))('%s', async (_, change) => {
    await listener();
    const notice = await change();
    await settled(3, () => given.tell());
    await given.tell();
    expect(await toHook()).toEqual([
      expect.objectContaining({
        ...{ event: 'configuration.changed', actor: given.key, requestId: 'request-1', more: 0 },
        ...notice,
      }),
    ]);
    expect((await toMail()).map(({ url }) => url)).toEqual([`mailto:${MAIL}`]);
    const queued = new Set(scenario.queue.sent.map(({ deliveryId }) => deliveryId));
    expect([...queued].sort()).toEqual((await given.notices()).map(({ id }) => id).sort());
  });
});

/** Changes of which nobody is told. */
const untold: Readonly<Record<string, () => Promise<unknown>>> = {
  'another name of a rule': async () => given.rule((await scenario.makeRule()).id, { name: 'Other' }),
  'a rule that is enabled': async () => {
    const { id } = await inactiveRule();
    await given.rule(id, { isActive: true });
  },
  'the deletion of an inactive rule': async () => given.deleteRule((await inactiveRule()).id),
  'the mute of an inactive rule': async () => given.muteRule((await inactiveRule()).id),
  'the first URL of a rule': async () =>
    given.rule((await scenario.makeRule()).id, { customWebhookUrl: 'https://8.8.8.8/mine' }),
  'another label of a wallet': async () => given.wallet(scenario.wallet.id, { label: 'Cold' }),
  'the deletion of a wallet that is not watched': async () => {
    await scenario.wallets.update(scenario.organisation, scenario.wallet.id, { watch: false });
    await given.deleteWallet(scenario.wallet.id);
  },
  'another description of a subscription': async () =>
    given.webhook((await scenario.makeWebhook(HOOK)).id, { description: 'Pager', isActive: true }),
  'another signing secret': async () => {
    const { id } = await scenario.makeWebhook(HOOK);
    await given.byKey(() => rotateSecret(scenario.changing, scenario.organisation, id));
  },
  'a mail address beside the others, and the loss of that address before its recipient confirms': async () => {
    await given.settings([MAIL, 'new@example.com']);
    await given.settings([MAIL]);
  },
  'the first Slack URL': async () => given.slackUrl('http://127.0.0.1:9/slack/ours'),
  'a new destination, and another name of it': async () => {
    const { id } = await given.byKey(() => given.makeDestination());
    await given.destination(id, { name: 'Council' });
  },
};

/** A rule that the service itself turned off, of which nobody is told. */
async function inactiveRule() {
  const rule = await scenario.makeRule();
  const { rules } = scenario.evaluation;
  await rules.replace(scenario.organisation, rule, { ...rule, isActive: false });
  return rule;
}

describe('Nobody is told of', () => {
  it.each(Object.entries(untold))('%s', async (_, change) => {
    await listener();
    await change();
    await given.tell();
    expect(await given.notices()).toEqual([]);
  });
});
