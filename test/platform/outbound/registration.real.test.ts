import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRule, updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import { CreateRule, UpdateRule } from '../../../lib/alerts/rules/schema.ts';
import { secretUrlsOf } from '../../../lib/channels/channel-registry.ts';
import { channels } from '../../../lib/channels/index.ts';
import { changeSettings } from '../../../lib/channels/settings/change-settings.ts';
import { outboundWith } from '../../../lib/platform/outbound/outbound.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { createWebhook, updateWebhook } from '../../../lib/webhooks/change-webhook.ts';
import { CreateWebhook } from '../../../lib/webhooks/schema.ts';
import { testDeps } from '../../support/deps.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

let table: Table;
let scenario: Scenario;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  scenario = await makeScenario(testDeps(table));
});

const rule = (customWebhookUrl?: string) =>
  CreateRule.parse({ name: 'Any', ruleType: 'any_transfer', severity: 'info', notifyWebhook: true, customWebhookUrl });

/** Every way to give the service an address to post to, with the name of the field. */
const ways: Record<string, { field: string; give(url: string): Promise<unknown> }> = {
  'a new subscription': {
    field: 'url',
    give: (url) => createWebhook(strict(), scenario.organisation, CreateWebhook.parse({ url, events: ['ping'] })),
  },
  'a changed subscription': {
    field: 'url',
    give: async (url) => {
      const { id } = await scenario.makeWebhook('https://8.8.8.8/');
      return updateWebhook(strict(), scenario.organisation, id, { url });
    },
  },
  'a new rule': {
    field: 'customWebhookUrl',
    give: (url) => createRule(strict(), scenario.organisation, rule(url)),
  },
  'a changed rule': {
    field: 'customWebhookUrl',
    give: async (url) => {
      const { id } = await scenario.makeRule();
      return updateRule(strict(), scenario.organisation, id, UpdateRule.parse({ customWebhookUrl: url }));
    },
  },
};
for (const field of secretUrlsOf(channels)) {
  ways[`the ${field} of the settings`] = {
    field,
    give: (url) => changeSettings(strict(), scenario.organisation, { [field]: url }),
  };
}
const strict = () => ({ ...scenario.changing, outbound: outboundWith('strict') });

describe.each(Object.entries(ways))('%s', (_way, { field, give }) => {
  it.each([
    ['http://8.8.8.8/', 'The URL must use https.'],
    ['https://127.1:8443/', 'The host must be a public address.'],
    ['https://[64:ff9b::a9fe:a9fe]/', 'The host must be a public address.'],
    ['https://metadata.google.internal/', 'The host must be public, not .internal.'],
    ['https://u:p@8.8.8.8/', 'The URL must not contain credentials.'],
    ['https://8.8.8.8:22/', 'The port must be 443 or at least 1024.'],
  ])('cannot have the URL %s', async (url, message) => {
    await expect(give(url)).rejects.toMatchObject({ code: 'validation_failed', errors: [{ path: field, message }] });
  });

  it('can have a public address', async () => {
    await expect(give('https://8.8.8.8:8443/hook')).resolves.toBeDefined();
  });
});

describe('A URL of a vendor that the local stack plays', () => {
  const settingUrl = (vendors: Record<string, string>) =>
    changeSettings({ ...scenario.changing, outbound: outboundWith('loopback', vendors) }, scenario.organisation, {
      slackWebhookUrl: 'https://10.0.0.1/services/T0/B0/secret',
    });

  it('is checked where the double is, in the settings too', async () => {
    await expect(settingUrl({ slack: 'http://127.0.0.1:9' })).resolves.toMatchObject({
      slackWebhookUrl: 'https://10.0.0.1/services/T0/B0/secret',
    });
    await expect(settingUrl({ teams: 'http://127.0.0.1:9' })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
