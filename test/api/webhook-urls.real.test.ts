import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { type LocalStack, startStack } from '../../local/cli/local-stack.ts';
import { type ApiClient, api, invalid } from '../support/api.ts';
import { addRule, ruleBody } from './samples.ts';

/** A local stack that checks URLs as a deployed stage does. */
let stack: LocalStack;
let client: ApiClient;
const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-test-strict-'));
beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir, strictUrls: true, anvil: false, log: () => {} });
  client = api(stack.apiKey, stack.baseUrl);
});
afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const refusedUrls = [
  'http://example.com/',
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://１２７.0.0.1/',
  'https://127.0.0.1./',
  'https://localhost/',
  'https://LOCALHOST:8443/',
  'https://a.localhost/',
  'https://intranet/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.0.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/',
  'https://168.63.129.16/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::8.8.8.8]/',
  'https://[2002:808:808::1]/',
  'https://[2001:0:808:808::1]/',
  'https://[2001:db8::1]/',
  'https://[fc00::1]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
  'https://[fd00:ec2::254]/',
  'https://user@example.com/',
  'https://user:pass@example.com/',
  'https://example.com:22/',
  'https://example.com:442/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '//example.com/',
  'https://',
  ' https://example.com/',
  'https://exam ple.com/',
  'https://example.com/\u0000',
];
const acceptedUrls = [
  'https://example.com/',
  'https://example.com:443/hook?x=1',
  'https://example.com:1024/',
  'https://does-not-resolve.invalid/',
  'https://93.184.216.34/',
  'https://[2606:2800:220:1:248:1893:25c8:1946]/',
];

describe('The URL of a webhook, a rule or Slack in a deployed stage', () => {
  const webhook = (url: string) => ({ url, events: ['alert.fired'] });

  it.each(refusedUrls)('is refused when it is %s', async (url) => {
    const refusals: [Route, object, string][] = [
      [routes.createWebhook, webhook(url), 'url'],
      [routes.createRule, ruleBody({ customWebhookUrl: url }), 'customWebhookUrl'],
      [routes.updateSettings, { slackWebhookUrl: url }, 'slackWebhookUrl'],
    ];
    for (const [route, body, field] of refusals) expect(await client.refused(route, { body })).toEqual(invalid(field));
  });

  it('is refused in a change, which keeps the former URL', async () => {
    const { id } = await client.ok(routes.createWebhook, { body: webhook('https://example.com/') });
    const { id: ruleId } = await addRule(client, { customWebhookUrl: 'https://example.com/' });
    const url = 'https://[::1]/';
    expect(await client.refused(routes.updateWebhook, { params: { id }, body: { url } })).toEqual(invalid('url'));
    const change = { params: { id: ruleId }, body: { customWebhookUrl: url } };
    expect(await client.refused(routes.updateRule, change)).toEqual(invalid('customWebhookUrl'));
    expect(await client.ok(routes.getWebhook, { params: { id } })).toMatchObject({ url: 'https://example.com/' });
  });

  it.each(acceptedUrls)('is accepted when it is %s', async (url) => {
    const made = await client.ok(routes.createWebhook, { body: webhook(url) });
    expect(made.url).toBe(url);
    await client.ok(routes.deleteWebhook, { params: { id: made.id } });
  });
});
