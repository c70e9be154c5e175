import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { secretUrlsOf } from '../../lib/channels/channel-registry.ts';
import { channels } from '../../lib/channels/index.ts';
import { closeAll, ok, receiver } from '../platform/outbound/receiver.ts';
import { type ApiClient, invalid, newOrganisation } from '../support/api.ts';
import { confirmEmails, mailsTo } from '../support/confirm-emails.ts';
import { eventually } from '../support/eventually.ts';
import { stackUrl } from '../support/stack-url.ts';
import { delivery, status } from './alerting.ts';
import { addRule, addWallet, importInto } from './samples.ts';

const Slack = z.object({ text: z.string(), blocks: z.array(z.looseObject({ type: z.string() })) });

let client: ApiClient;
beforeAll(async () => {
  client = (await newOrganisation()).api;
});
afterAll(closeAll);

const change = (body: object, api = client) => api.ok(routes.updateSettings, { body });
const shown = (api = client) => api.ok(routes.getSettings);

describe('GET and PATCH /api/settings', () => {
  it('start with empty settings and change the given fields', async () => {
    const { api } = await newOrganisation();
    const urls = Object.fromEntries(secretUrlsOf(channels).map((field) => [field, null]));
    const empty = { emails: [], emailStatus: [], ...urls };
    expect(await shown(api)).toEqual(empty);
    expect(await change({ slackWebhookUrl: null }, api)).toEqual(empty);
    const emails = ['ops@example.com', 'dev+alerts@example.com'];
    expect(await change({ emails: [...emails, ...emails] }, api)).toMatchObject({ emails, slackWebhookUrl: null });
    await change({ slackWebhookUrl: 'https://hooks.slack.com/services/T0/B0/secretpart' }, api);
    expect(await shown(api)).toMatchObject({ emails });
    expect(await change({ emails: [] }, api)).toMatchObject({ emails: [] });
    expect((await shown(api)).slackWebhookUrl).not.toBeNull();
    expect(await change({ slackWebhookUrl: null }, api)).toEqual(empty);
  });

  it('show the Slack URL in the response that sets it, and mask it in later responses', async () => {
    const url = 'https://hooks.slack.com/services/T0000/B0000/abcdefghijklmnop';
    expect(await change({ slackWebhookUrl: url })).toMatchObject({ slackWebhookUrl: url });
    const { slackWebhookUrl } = await shown();
    expect(slackWebhookUrl).toMatch(/^https:\/\/hooks\.slack\.com\/.*mnop$/);
    expect(slackWebhookUrl).not.toMatch(/T0000|B0000|abcdefgh/);
  });

  it('keep the Slack URL when a caller writes the masked URL back', async () => {
    const { url, received } = await receiver(ok);
    const { api } = await newOrganisation();
    await change({ slackWebhookUrl: `${url}/T0/B0/kept` }, api);
    const { slackWebhookUrl } = await shown(api);
    const masked = { slackWebhookUrl };
    expect(slackWebhookUrl).not.toContain('B0');
    expect(await change({ ...masked, emails: ['ops@example.com'] }, api)).toMatchObject({
      ...masked,
      emails: ['ops@example.com'],
    });
    expect(await change({ slackWebhookUrl }, api)).toMatchObject({ slackWebhookUrl });
    await addRule(api, { notifySlack: true, notifyEmail: false });
    await importInto(api, await addWallet(api));
    await eventually(
      () => received.length,
      (count) => count === 1,
    );
    expect(received[0]?.url).toMatch(/\/T0\/B0\/kept$/);
  });

  it.each<[string, object]>([
    ['', {}],
    ['emails', { emails: 'ops@example.com' }],
    ['emails', { emails: Array.from({ length: 21 }, (_, n) => `a${n}@example.com`) }],
    ['emails.1', { emails: ['ops@example.com', 'nobody'] }],
    ['emails.0', { emails: ['Ops <ops@example.com>'] }],
    ['emails.0', { emails: ['a@example.com\nBcc: b@example.com'] }],
    ['slackWebhookUrl', { slackWebhookUrl: '' }],
    ['slackWebhookUrl', { slackWebhookUrl: 'http://hooks.slack.com/x' }],
    ['slackWebhookUrl', { slackWebhookUrl: 'https://10.0.0.1/x' }],
    ['slack', { slack: 'x' }],
  ])('refuse a bad %s and change nothing: %j', async (field, body) => {
    const before = await shown();
    expect(await client.refused(routes.updateSettings, { body })).toEqual(invalid(field));
    expect(await shown()).toEqual(before);
  });
});

describe('An alert of a rule with notifyEmail and notifySlack', () => {
  it('reaches each address and the Slack URL once, and its deliveries show neither of them', async () => {
    const { api } = await newOrganisation();
    const { url, received } = await receiver(ok);
    const emails = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    await change({ emails, slackWebhookUrl: `${url}/T0/B0/secretpart` }, api);
    await confirmEmails(emails);
    const rule = await addRule(api, { name: 'Loud <!channel>', notifyEmail: true, notifySlack: true });
    await addRule(api, { name: 'Quiet' });
    const { hash } = await importInto(api, await addWallet(api));

    const { data, text } = await eventually(
      async () => {
        const { body, text: raw } = await api.call(routes.listDeliveries, { query: { status: 'delivered' } });
        return { data: z.object({ data: z.array(z.looseObject({})) }).parse(body).data, text: raw };
      },
      (page) => page.data.length === 3,
    );
    expect(data.map(({ channel }) => channel).sort()).toEqual(['email', 'email', 'slack']);
    expect(data.every(({ ruleId, webhookId }) => ruleId === rule.id && webhookId === null)).toBe(true);
    expect(text).not.toContain('secretpart');
    expect(data.find(({ channel }) => channel === 'slack')?.url).toBe((await shown(api)).slackWebhookUrl);

    const mailUrl = `${stackUrl('STACK_AWS_URL')}/_local/mail`;
    const got = (await Promise.all(emails.map((address) => mailsTo(address)))).flat();
    const mine = got.filter(({ headers }) => headers['X-Chainwatch-Delivery'] !== undefined);
    expect(mine.map(({ to }) => to).sort()).toEqual(emails.map((address) => [address]).sort());
    for (const mail of mine) {
      expect(mail.subject).toMatch(/^\[Chainwatch\] Warning: Treasury received 1\.5 ETH /);
      expect(mail.text).toContain(hash);
      expect(mail.text).toContain('Loud <!channel>');
      expect(mail.html).toContain('Loud &lt;!channel&gt;');
      expect(data.map(({ id }) => id)).toContain(mail.headers['X-Chainwatch-Delivery']);
    }
    const page = await (await fetch(mailUrl, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain(`${emails[0]} <time>`);

    expect(received).toHaveLength(1);
    const message = Slack.parse(JSON.parse(received[0]?.body.toString() ?? ''));
    expect(message.text).toContain('Warning: Treasury received 1.5 ETH ');
    expect(message.blocks.map(({ type }) => type)).toContain('header');
    expect(JSON.stringify(message.blocks)).toContain(`/console/alerts?open=${data[0]?.eventId}`);
    expect(received[0]?.url).toMatch(/\/T0\/B0\/secretpart$/);
  });
});

describe('A delivery whose destination changed after its alert', () => {
  it('is retried at the present destination, and ends unsent when the destination was removed', async () => {
    const { api } = await newOrganisation();
    const held: ServerResponse[] = [];
    const former = await receiver((response) => held.push(response));
    const present = await receiver(ok);
    const email = `${randomUUID()}@example.com`;
    await change({ emails: [email], slackWebhookUrl: `${former.url}/leaked` }, api);
    await confirmEmails([email]);
    const rule = { notifyEmail: true, notifySlack: true, notifyWebhook: true, customWebhookUrl: former.url };
    const { id } = await addRule(api, rule);
    const changeRule = (customWebhookUrl: string | null) =>
      api.ok(routes.updateRule, { params: { id }, body: { customWebhookUrl } });
    await importInto(api, await addWallet(api));
    await eventually(
      () => held.length,
      (count) => count === 2,
    );
    await change({ slackWebhookUrl: `${present.url}/replaced` }, api);
    await changeRule(`${present.url}/own`);
    for (const response of held) status(500)(response);

    const { data } = await eventually(
      () => api.ok(routes.listDeliveries, { query: { status: 'delivered' } }),
      ({ meta }) => meta.total === 3,
    );
    const shownAs = Object.fromEntries(data.map(({ channel, url }) => [channel, url]));
    expect(shownAs).toEqual({
      email: `mailto:${email}`,
      custom: `${present.url}/own`,
      slack: `${new URL(present.url).origin}/…aced`,
    });
    expect(present.received.map(({ url }) => url).sort()).toEqual(['/hook/own', '/hook/replaced']);
    // Each attempt puts a link of its own into the message.
    const bodies = ({ received }: typeof former) =>
      received.map(({ body }) => body.toString().replace(/\/a\/v2\.[\w.-]+/g, '/a/…')).sort();
    expect(bodies(present)).toEqual(bodies(former));

    await change({ emails: ['cfo@example.com'], slackWebhookUrl: null }, api);
    await changeRule(null);
    await api.call(routes.replayDeliveries, { body: { ids: data.map(({ id }) => id) } });
    const ended = await Promise.all(data.map((each) => delivery(api, each.id, (shown) => shown.status === 'failed')));
    expect(Object.fromEntries(ended.map(({ channel, attempts }) => [channel, attempts.at(-1)?.error]))).toEqual({
      email: 'The e-mail address was removed from the settings.',
      custom: "The rule's custom URL was removed.",
      slack: 'The Slack URL was removed from the settings.',
    });
    expect([former.received.length, present.received.length]).toEqual([2, 2]);
  });
});
