import { afterAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { status } from '../api/alerting.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { closeAll, ok, receiver } from '../platform/outbound/receiver.ts';
import { newOrganisation } from '../support/api.ts';
import { confirmEmails } from '../support/confirm-emails.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();
afterAll(closeAll);

/** A user of a new organisation on a page of the console. */
async function visit(path: string) {
  const { api, apiKey } = await newOrganisation();
  const watched = await openPage({ viewport: { width: 1200, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  const row = (...texts: readonly string[]) =>
    texts.reduce((rows, hasText) => rows.filter({ hasText }), page.locator('main tbody tr'));
  await openConsole(page, path);
  return { api, watched, page, row };
}

describe('The form of a destination', () => {
  it('changes only what the user changed, so that the secret stays', async () => {
    const { url, received } = await receiver(ok);
    const { api, watched, page, row } = await visit('/destinations');
    const { id } = await api.ok(routes.createDestination, {
      body: { name: 'Council', kind: 'discord', config: { url: `${url}/the-secret` } },
    });
    await openConsole(page, `/destinations?open=${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog');
    await form.getByText('It ends with …cret').waitFor();
    await form.getByLabel('Name').fill('Desk');
    await form.getByRole('button', { name: 'Severities' }).click();
    await page.getByRole('option', { name: 'Critical' }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: 'Save' }).click();
    await row('Desk', 'Critical alerts').waitFor();
    const changed = { name: 'Desk', config: { url: '…cret' }, match: { severities: ['critical'] } };
    expect(await api.ok(routes.getDestination, { params: { id } })).toMatchObject(changed);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('region', { name: 'Destination' }).getByText('Delivered').first().waitFor();
    expect(received.map((each) => each.url)).toEqual(['/hook/the-secret']);
    expectNoFaults(watched);
  });

  it('says what never arrives, shows a refusal at its field, and is usable on a phone', async () => {
    const { watched, page } = await visit('/destinations');
    await page.getByRole('button', { name: 'Add a destination' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('checkbox', { name: 'Differences of balances' }).check();
    await form.getByText('All alerts and differences of balances').waitFor();
    await form.getByRole('button', { name: 'Severities' }).click();
    await page.getByRole('option', { name: 'Critical' }).click();
    await page.keyboard.press('Escape');
    await form.getByText('Never heard: differences of balances.').waitFor();
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByLabel('Name').and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await form.getByLabel('Address').and(page.locator('[aria-invalid=true]')).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `the form of a destination, ${colorScheme}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page, 'the form of a destination');
    expectNoFaults(watched, [/status of 400/]);
  });
});

describe('A destination whose address nobody confirmed', () => {
  it('is amber wherever its name is, and the mail can be sent again', async () => {
    const { api, watched, page, row } = await visit('/');
    const address = `duty-${Date.now()}@example.com`;
    await addRule(api, { name: 'Large payment out', severity: 'critical' });
    const { id } = await api.ok(routes.createDestination, {
      body: { name: 'Duty', kind: 'email', config: { address } },
    });
    await page.getByRole('link', { name: '1 e-mail address gets no mail' }).waitFor();
    await openConsole(page, '/rules');
    await row('Large payment out', '0 of 1').getByTitle('Duty is not confirmed').waitFor();
    await openConsole(page, '/settings');
    await page.getByText(address).waitFor();
    await page.getByRole('link', { name: 'Of a destination' }).waitFor();
    await openConsole(page, `/destinations?open=${id}`);
    await row('Duty', 'Not confirmed yet', 'No alert is sent there').waitFor();
    const panel = page.getByRole('region', { name: 'Destination' });
    await panel.getByRole('button', { name: `Send the confirmation mail to ${address} again` }).click();
    await page.getByText('The confirmation mail is sent again.').first().waitFor();
    await confirmEmails([address]);
    await row('Duty', 'On').waitFor();
    expectNoFaults(watched);
  });
});

describe('A destination where nothing arrived in the last day', () => {
  it('is red in the list of destinations, with how many deliveries failed', async () => {
    const dead = await receiver(status(500));
    const { api, watched, page, row } = await visit('/');
    await api.ok(routes.createDestination, { body: { name: 'Desk', kind: 'discord', config: { url: dead.url } } });
    await addRule(api, { name: 'Any payment' });
    await importInto(api, await addWallet(api));
    await eventually(
      async () => (await api.ok(routes.listDeliveries, { query: { status: 'failed' } })).meta.total,
      (total) => total === 1,
    );
    await openConsole(page, '/destinations');
    await row('Desk', 'Failing', '1 failed in the last day, none arrived').waitFor();
    expectNoFaults(watched);
  });
});

describe('The form of a webhook', () => {
  it('takes headers and what the webhook gets, and keeps masked values', async () => {
    const { url, received } = await receiver(ok);
    const { api, watched, page } = await visit('/webhooks');
    await page.getByRole('button', { name: 'Register a webhook' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('URL').fill(url);
    await form.getByRole('button', { name: 'Add a header' }).click();
    await form.getByLabel('Name of header 1').fill('Authorization');
    await form.getByLabel('Value of header 1').fill('Bearer the-secret');
    await form.getByRole('button', { name: 'Wallet types' }).waitFor();
    await expectAccessible(page, 'the form of a webhook');
    await form.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('button', { name: /^I have stored/ }).click();
    await page.locator('main tbody tr').getByRole('link').first().click();
    await page.getByText('Authorization: …cret').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await form.getByRole('button', { name: 'Add a header' }).click();
    await form.getByLabel('Name of header 2').fill('X-Team');
    await form.getByLabel('Value of header 2').fill('treasury desk');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('X-Team: …desk').waitFor();
    await page.getByRole('button', { name: 'Send a ping' }).click();
    await page.getByRole('region', { name: 'Webhook' }).getByText('Delivered').first().waitFor();
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer the-secret', 'x-team': 'treasury desk' });
    expect((await api.ok(routes.listWebhooks)).data[0]?.match).toEqual({});
    expectNoFaults(watched);
  });
});

describe('A rule', () => {
  it('says that nobody would get its alerts, before and after it is saved, until somebody would', async () => {
    const { api, watched, page, row } = await visit('/rules?open=new');
    await page.getByText('Nobody would hear of this rule').waitFor();
    await page.getByText('The settings have no e-mail address. Nothing is sent').waitFor();
    await page.getByRole('checkbox', { name: 'Post to the Slack URL of the settings' }).check();
    await page.getByText('The settings have no Slack URL. Nothing is sent').waitFor();
    await page.getByText('Slack (settings)').waitFor();
    await expectAccessible(page, 'the switches of a rule that send nowhere');
    await page.getByRole('button', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'Customer paid' }).click();
    await page.getByRole('button', { name: 'Create the rule' }).click();
    await page.getByText('but nobody hears of its alerts').waitFor();
    await row('Customer paid', 'Nobody').waitFor();
    await api.ok(routes.createDestination, {
      body: { name: 'Council', kind: 'discord', config: { url: 'http://127.0.0.1:9/hooks' } },
    });
    await eventually(
      () => row('Customer paid', 'Nobody').count(),
      (count) => count === 0,
    );
    await row('Customer paid').getByRole('link').first().click();
    await page.getByText('Council (Discord)').waitFor();
    expectNoFaults(watched);
  });
});

describe('An alert', () => {
  it('tells to whom the link was sent by which it was acknowledged', async () => {
    const { url, received } = await receiver(ok);
    const { api, watched, page } = await visit('/alerts');
    await api.ok(routes.createDestination, { body: { name: 'Council', kind: 'discord', config: { url } } });
    await addRule(api);
    await importInto(api, await addWallet(api));
    const token = await eventually(
      async () => /\/a\/([\w.-]+)/.exec(received[0]?.body.toString() ?? '')?.[1] ?? '',
      (found) => found !== '',
    );
    await api.ok(routes.useAcknowledgeLink, { body: { token } });
    await page.locator('main tbody tr').getByRole('link').first().click();
    await page.getByText(/^Acknowledged .* by the link sent to “Council”$/).waitFor();
    expectNoFaults(watched);
  });
});
