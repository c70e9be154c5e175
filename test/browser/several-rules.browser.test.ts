import { describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { memo } from '../../lib/values/memo.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();
const PAYER = '0x52908400098527886E0F7030069857D2E4169EE7';

/** An organisation with a payment that three rules match, and a destination that hears of it in one message. */
async function paidTo(destination: Record<string, unknown>) {
  const { api, apiKey } = await newOrganisation();
  const wallet = await addWallet(api);
  await api.ok(routes.createBookEntry, { body: { address: PAYER, label: 'Acme Ltd' } });
  await api.ok(routes.createDestination, { body: { name: 'Council', ...destination } });
  const rules = [
    { name: 'Any payment', severity: 'critical' },
    { name: 'Any payment again', severity: 'warning' },
    { name: 'Of a known payer', severity: 'info', conditions: { counterparty_in: ['address_book'] } },
  ];
  for (const rule of rules) await addRule(api, { cooldownMinutes: 0, ...rule });
  const { id } = await importInto(api, wallet, { fromAddress: PAYER });
  const { data: alerts } = await eventually(
    () => api.ok(routes.listEvents),
    ({ meta }) => meta.total === rules.length,
  );
  const { data: told } = await eventually(
    () => api.ok(routes.listDeliveries, { query: { status: 'summarised' } }),
    ({ meta }) => meta.total === rules.length - 1,
  );
  const alertOf = (ruleName: string) => alerts.find((each) => each.ruleName === ruleName)?.id ?? '';
  return { apiKey, alertOf, opened: { transactions: id, deliveries: told[0]?.id ?? '' } };
}

const paid = memo(() => paidTo({ kind: 'discord', config: { url: 'http://127.0.0.1:9/hooks' } }));

async function visit(width: number, organisation = paid()) {
  const { apiKey } = await organisation;
  const watched = await openPage({ locale: 'en-US', viewport: { width, height: 844 } });
  await watched.page.goto('/console/');
  await signIn(watched.page, apiKey);
  return watched;
}

describe('A payment that three rules match', () => {
  it('is acknowledged on a telephone by a button that says how many alerts it covers', async () => {
    const { alertOf } = await paid();
    const watched = await visit(390);
    const { page } = watched;
    await openConsole(page, `/alerts?view=all&open=${alertOf('Any payment')}`);
    const bar = page.locator('.thumb-bar');
    await bar.getByText('Acknowledge all 3').waitFor();
    const height = async () => (await bar.boundingBox())?.height;
    const inOneLine = await height();
    await expectNoSidewaysScroll(page, 'the bar of an alert');
    // A smaller telephone has room for the buttons without the number, which their names keep.
    await page.setViewportSize({ width: 360, height: 844 });
    await bar.getByText('all 3').first().waitFor({ state: 'hidden' });
    await bar.getByRole('button', { name: 'Acknowledge all 3' }).waitFor();
    expect(await height()).toBe(inOneLine);
    expectNoFaults(watched);
  });

  it('names the payer and the reason in words in the panel of an alert', async () => {
    const { alertOf } = await paid();
    const watched = await visit(1440);
    const { page } = watched;
    await openConsole(page, `/alerts?view=all&open=${alertOf('Of a known payer')}`);
    const detail = page.locator('.detail');
    await detail.locator('dd').getByText('Acme Ltd', { exact: true }).waitFor();
    await detail.getByText('The counterparty is Acme Ltd (in the address book).').waitFor();
    const row = detail.getByRole('table', { name: 'Conditions' }).locator('tr', { hasText: 'Counterparty' });
    await row.getByText('in the address book').waitFor();
    await expectAccessible(page, 'an alert with a known payer');
    expectNoFaults(watched);
  });

  it('keeps its value and a sign of its worst alert beside the open detail of the transaction', async () => {
    const { opened } = await paid();
    const watched = await visit(1440);
    const { page } = watched;
    await openConsole(page, `/transactions?open=${opened.transactions}`);
    await page.getByRole('columnheader', { name: 'Value' }).waitFor();
    await page.locator('main .list tbody').getByTitle('Critical').waitFor();
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.getByRole('columnheader', { name: 'Value' }).waitFor({ state: 'detached' });
    await page.locator('main .list tbody').getByTitle('Critical').waitFor();
    expectNoFaults(watched);
  });

  it('leads from a delivery without an attempt to the message that tells the recipient', async () => {
    const { opened } = await paid();
    const watched = await visit(1440);
    const { page } = watched;
    await openConsole(page, `/deliveries?open=${opened.deliveries}`);
    const detail = page.locator('.detail');
    await detail.getByText('No attempt comes: another message tells the recipient.').waitFor();
    await detail.getByRole('link', { name: /, to Council/ }).click();
    await eventually(
      () => page.evaluate<string | null>("new URLSearchParams(location.search).get('open')"),
      (id) => id !== opened.deliveries,
    );
    await detail
      .getByText(/^Attempt 1: no answer/)
      .first()
      .waitFor();
    expectNoFaults(watched);
  });

  it('says of a delivery that its message was not sent to an address that nobody confirmed', async () => {
    const unconfirmed = paidTo({ kind: 'email', config: { address: 'council@example.com' } });
    const { opened } = await unconfirmed;
    const watched = await visit(1440, unconfirmed);
    const { page } = watched;
    await openConsole(page, `/deliveries?open=${opened.deliveries}`);
    const detail = page.locator('.detail');
    await detail.getByText('Told by a message that was not sent. The e-mail address is not confirmed yet.').waitFor();
    await detail.getByRole('link', { name: /, to Council/ }).waitFor();
    expectNoFaults(watched);
  });
});
