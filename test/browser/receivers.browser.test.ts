import { afterAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { mapConcurrent } from '../../lib/values/concurrent.ts';
import { status } from '../api/alerting.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { closeAll, ok, receiver } from '../platform/outbound/receiver.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();
const ALERTS = 3;
const DESTINATIONS = 48;

afterAll(closeAll);

/** An organisation with a dead receiver, a receiver that works, an unconfirmed address, and many quiet destinations. */
async function manyReceivers() {
  const { api, apiKey } = await newOrganisation();
  const answering = { like: status(500) };
  const dead = await receiver((response) => answering.like(response));
  const works = await receiver(ok);
  const subscribe = (url: string, description: string) =>
    api.ok(routes.createWebhook, { body: { url, description, events: ['alert.fired'] } });
  const webhook = await subscribe(dead.url, 'Accounting');
  await subscribe(works.url, 'Ledger');
  await api.ok(routes.updateSettings, { body: { emails: ['nobody@example.com'] } });
  const names = Array.from({ length: DESTINATIONS }, (_, n) => `Council ${n}`);
  await mapConcurrent(names, 4, (name) =>
    api.ok(routes.createDestination, {
      body: { name, kind: 'discord', config: { url: 'http://127.0.0.1:9/hooks' }, match: { severities: ['info'] } },
    }),
  );
  const wallet = await addWallet(api);
  await addRule(api, { name: 'Any payment', severity: 'critical', cooldownMinutes: 0, notifyEmail: true });
  for (let n = 0; n < ALERTS; n++) await importInto(api, wallet);
  await eventually(
    async () => (await api.ok(routes.listDeliveries, { query: { status: 'failed' } })).meta.total,
    (total) => total === ALERTS,
  );
  return { api, apiKey, answering, webhook };
}

describe('The receivers on the page of deliveries', () => {
  it('show who fails and why, lead to its deliveries, and a replay says what arrived', async () => {
    const { apiKey, answering, webhook } = await manyReceivers();
    const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
    const { page } = watched;
    await page.goto('/console/');
    await signIn(page, apiKey);
    await openConsole(page, '/deliveries');
    const receivers = page.locator('.receivers > li');
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const rows = page.locator('main table tbody tr');

    // Those with trouble alone.
    const failing = receivers.filter({ hasText: 'Accounting' });
    await failing.getByText('Failing').waitFor();
    await failing.getByText(`${ALERTS} failed in the last day`).waitFor();
    await failing.getByText('The receiver answered 500').waitFor();
    const unsent = receivers.filter({ hasText: 'Settings and rules' });
    await unsent.getByText('Not sent').first().waitFor();
    await unsent.getByText(/confirm/).waitFor();
    expect(await receivers.count()).toBe(2);
    await expectAccessible(page, 'the receivers');
    await button(`Show all ${DESTINATIONS + 3} receivers`).click();
    await receivers.filter({ hasText: 'Ledger' }).getByText('All arrived').waitFor();
    await receivers.filter({ hasText: 'Council 7' }).first().getByText('Nothing sent').waitFor();
    expect(await receivers.count()).toBe(DESTINATIONS + 3);
    await button('Show fewer receivers').click();

    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page, 'the receivers on a telephone');
    await expectAccessible(page, 'the receivers on a telephone');
    await page.setViewportSize({ width: 1440, height: 900 });

    await unsent.getByRole('button').click();
    await page.waitForURL(/destinationId=none/);
    await eventually(
      () => rows.count(),
      (count) => count === ALERTS,
    );
    await button('Deliveries to all receivers').click();
    await eventually(
      () => rows.count(),
      (count) => count === 3 * ALERTS,
    );
    await failing.getByRole('button').click();
    await page.waitForURL(new RegExp(`webhookId=${webhook.id}`));
    await eventually(
      () => rows.count(),
      (count) => count === ALERTS,
    );
    expect(await receivers.count()).toBe(1);

    // The list of rules counts who can hear, and its title names who cannot. The form counts the same.
    await openConsole(page, '/rules');
    await rows.getByText('1 of 3').waitFor();
    await rows.getByTitle('Accounting fails').waitFor();
    await rows.getByTitle('e-mail not confirmed').waitFor();
    await expectAccessible(page, 'who hears of a rule');
    await rows.getByRole('link', { name: 'Any payment' }).click();
    await page.getByRole('heading', { name: 'Who would hear (1 of 3)' }).waitFor();
    await openConsole(page, `/deliveries?webhookId=${webhook.id}`);

    answering.like = ok;
    await page.locator('main thead').getByRole('checkbox').first().check();
    await button(`Replay selected (${ALERTS})`).click();
    await page.getByText(`${ALERTS} sent again: ${ALERTS} arrived.`).waitFor();
    await expectAccessible(page, 'the outcome of a replay');
    await page.getByRole('link', { name: 'Show these deliveries' }).click();
    await page.waitForURL(/replayId=/);
    await eventually(
      () => rows.count(),
      (count) => count === ALERTS,
    );

    await openConsole(page, `/deliveries?status=delivered&webhookId=${webhook.id}`);
    await button(/^Replay all/).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Begin the replay' }).click();
    await page.getByText(`${ALERTS} sent again: ${ALERTS} arrived.`).waitFor();
    await expectAccessible(page, 'the outcome of a bulk replay');
    expectNoFaults(watched);
  });

  it('do not show in an organisation that has none', async () => {
    const { apiKey } = await newOrganisation();
    const watched = await openPage({ locale: 'en-US' });
    const { page } = watched;
    await page.goto('/console/');
    await signIn(page, apiKey);
    await openConsole(page, '/deliveries');
    await page.getByText('No deliveries. Register a webhook or add a destination.').waitFor();
    expect(await page.getByText('Receivers').count()).toBe(0);
    expectNoFaults(watched);
  });
});
