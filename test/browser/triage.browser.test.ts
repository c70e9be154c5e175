import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { routes } from '../../functions/routes.ts';
import { createReview, reviewRepo } from '../../lib/alerts/review/review-job.ts';
import { mapConcurrent } from '../../lib/values/concurrent.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { memo } from '../../lib/values/memo.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { later } from '../support/later.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();

/** Each payment makes a critical alert, and all but one payment also a warning. */
const PAYMENTS = 97;
const ALERTS = 2 * PAYMENTS - 1;
const AT_ONCE = 8;

/** An organisation with open alerts of many payments, and the newest payment last. */
const manyAlerts = memo(async () => {
  const { api, apiKey } = await newOrganisation();
  const wallet = await addWallet(api);
  await addRule(api, { name: 'Any payment', severity: 'critical', cooldownMinutes: 0 });
  await addRule(api, {
    name: 'Large',
    ruleType: 'token_transfer',
    severity: 'warning',
    cooldownMinutes: 0,
    conditions: { token_symbol: 'ETH', amount: { gte: '1' } },
  });
  const amounts = Array.from({ length: PAYMENTS }, (_, n) => (n === 0 ? '0.5' : `${n}`));
  await mapConcurrent(amounts, AT_ONCE, (valueDecimal) => importInto(api, wallet, { valueDecimal }));
  const open = async (severity: 'critical' | 'warning') =>
    (await api.ok(routes.listEvents, { query: { status: 'open', severity, pageSize: 1 } })).meta.total;
  await eventually(
    async () => (await open('critical')) + (await open('warning')),
    (total) => total === ALERTS,
  );
  return { api, apiKey, wallet, open };
});

it(`A person on call reviews ${ALERTS} alerts with the keyboard alone`, async () => {
  const { apiKey, open } = await manyAlerts();
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/alerts');
  let presses = 0;
  const press = async (key: string) => {
    presses++;
    await page.keyboard.press(key);
  };
  const view = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const opened = () => page.evaluate<string | null>("new URLSearchParams(location.search).get('open')");
  const otherThan = (before: string | null) =>
    eventually(opened, (id) => id !== before).then(() => page.locator('section.detail h2').first().waitFor());

  // The page opens on what is most urgent, and says how much else is open.
  await view(`Open critical (${PAYMENTS})`).waitFor();
  await view(`Open (${ALERTS})`).waitFor();
  await page.waitForURL(/status=open&severity=critical/);
  await listed(page, PAYMENTS);

  await press('j');
  await otherThan(null);
  expect(await inSight(page, 'main tbody tr:not(section.detail tr)')).toBeGreaterThanOrEqual(20);
  await expectAccessible(page, 'the alerts with a detail');
  const warnings = await open('warning');
  const top = async () => (await page.locator('main thead').first().boundingBox())?.y;
  const before = await top();
  for (let n = 1; n <= 3; n++) {
    const reviewed = await opened();
    await press('e');
    // The notice goes by itself, unless the mouse rests on it.
    await page.locator('.toasts').hover();
    await otherThan(reviewed);
    expect(await open('critical')).toBe(PAYMENTS - n);
    // A row is a payment: its warning, which the view leaves out, is reviewed with it.
    expect(await open('warning')).toBe(warnings - n);
    await page.getByText('2 alerts acknowledged.').first().waitFor();
  }
  // A quick user sees the last notice alone. The rows that are done say so, and the header counts what is left.
  await eventually(
    () => page.getByText('2 alerts acknowledged.').count(),
    (notices) => notices === 1,
  );
  // The row under the mouse stays the same.
  expect(await top()).toBe(before);
  const done = page.locator('main tbody tr', { has: page.locator('.sentence.done') });
  await eventually(
    () => done.count(),
    (count) => count === 3,
  );
  expect(await done.filter({ hasText: 'Acknowledged' }).count()).toBe(3);
  await page.getByText(`(${PAYMENTS - 3} alerts, 3 done)`).waitFor();
  await expectAccessible(page, 'the alerts with rows that are done');
  // The row where the keys act stands out by more than its letters.
  const ground = (isCurrent: boolean) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('tr:has(.sentence[aria-current=${isCurrent}])')).backgroundColor`,
    );
  expect(await ground(true)).not.toBe(await ground(false));
  // The row that the keys reach stays in sight. These steps are no part of the review.
  for (let n = 0; n < 30; n++) {
    const last = await opened();
    await page.keyboard.press('j');
    await otherThan(last);
  }
  const current = await page.locator('.sentence[aria-current=true]').boundingBox();
  expect(current?.y).toBeGreaterThan(0);
  expect(current?.y).toBeLessThan(900);
  await press('?');
  await page.getByRole('dialog').getByText('These keys').waitFor();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press('a');
  await page.getByText(/^Clear the selection of 9\d$/).waitFor();
  await press('e');
  await page.locator('button:focus', { hasText: 'Acknowledge' }).waitFor();
  await page.getByText(/^Includes 9\d alerts of the same payments/).waitFor();
  await press('Enter');
  await page.getByText('Nothing critical is open.').waitFor();
  expect(await open('critical')).toBe(0);
  // A selected row is a payment, too.
  expect(await open('warning')).toBe(0);
  expect(presses).toBeLessThanOrEqual(40);

  // A transaction is one row, with a chip for each of its rules.
  await view(`All (${ALERTS})`).click();
  await view('Open critical (0)').waitFor();
  await page.locator('main tbody tr', { hasText: 'Any payment' }).filter({ hasText: 'Large' }).first().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('main li', { hasText: 'Any payment' }).filter({ hasText: 'Large' }).first().waitFor();
  await expectNoSidewaysScroll(page, 'the alerts on a telephone');
  expect(await inSight(page, 'main li:has(.sentence)')).toBeGreaterThanOrEqual(4);
  // What is selected is reviewed by buttons within reach of a thumb.
  const checkbox = page.locator('main li').getByRole('checkbox').first();
  await checkbox.check();
  const reviews = page.locator('.thumb-bar').getByRole('button', { name: 'Acknowledge', exact: true });
  expect((await reviews.boundingBox())?.y).toBeGreaterThan(700);
  await expectAccessible(page, 'selected alerts on a telephone');
  await checkbox.uncheck();
  await reviews.waitFor({ state: 'detached' });
  await page.locator('main li', { hasText: 'Any payment' }).getByRole('link').first().click();
  const button = page.getByRole('region', { name: 'Alert' }).getByRole('button', { name: /^Resolve( all \d+)?$/ });
  await button.waitFor();
  const { y = 0 } = (await button.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(700);
  await expectAccessible(page, 'an alert on a telephone');
  expectNoFaults(watched);
});

it(`A person reviews all ${ALERTS} alerts and more at once with a note`, async () => {
  const { api, apiKey, wallet } = await manyAlerts();
  await importInto(api, wallet, { valueDecimal: '7' });
  await eventually(
    async () => (await api.ok(routes.listEvents, { query: { status: 'open', pageSize: 1 } })).meta.total,
    (open) => open === 2,
  );
  const all = ALERTS + 2;
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/alerts?severity=warning');
  const dialog = page.getByRole('dialog');
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  // A request waits until the test lets it go.
  const held: (() => Promise<void>)[] = [];
  const release = async () =>
    (
      await eventually(
        () => held.shift(),
        (request) => request !== undefined,
      )
    )?.();
  const total = async (query: Record<string, string>) => (await api.ok(routes.listEvents, { query })).meta.total;

  await listed(page, PAYMENTS);
  // Two keys pressed quickly are about all alerts, too, and not about the payment that is open.
  await page.keyboard.press('j');
  await page.locator('section.detail h2').first().waitFor();
  const isOfSelection = ({ searchParams }: URL) =>
    searchParams.get('pageSize') === '100' && searchParams.get('severity') === 'warning';
  await page.route(isOfSelection, (route) => void held.push(() => route.continue()));
  await page.keyboard.press('a');
  await page.keyboard.press('e');
  await page.getByText('Selecting …').waitFor();
  await release();
  await page.getByText(`Clear the selection of ${PAYMENTS}`).waitFor();
  expect(await total({ status: 'open' })).toBe(2);
  await dialog.getByLabel('Note').fill('Known payroll');
  await expectAccessible(page, 'the dialog of an acknowledgement');
  await button('Acknowledge').click();
  await page.getByText(/alerts acknowledged/).waitFor();
  expect(await total({ status: 'open' })).toBe(0);

  // A selection of all that match does not come back with its filter.
  await openConsole(page, '/alerts?view=all');
  await listed(page, all);
  await page.keyboard.press('a');
  await page.getByText(`Clear the selection of ${all}`).waitFor();
  await page.keyboard.press('1');
  await page.waitForURL(/severity=critical/);
  await page.keyboard.press('3');
  await listed(page, all);
  expect(await page.getByText('Clear the selection').count()).toBe(0);

  // The filter may have an end of its own.
  const { data: some } = await api.ok(routes.listEvents, { query: { pageSize: 50 } });
  const to = some.at(-1)?.firedAt ?? '';
  await openConsole(page, `/alerts?view=all&to=${to}`);
  await listed(page, await total({ to }));
  await page.keyboard.press('a');
  await page.getByText(`Clear the selection of ${await total({ to })}`).waitFor();
  await page.keyboard.press('r');
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/api/alerts/reviews')),
    page.route('**/api/alerts/reviews', (route) => route.abort()).then(() => button('Resolve').click()),
  ]);
  expect(request.postDataJSON()).toMatchObject({ action: 'resolve', to });
  await page.unroute('**/api/alerts/reviews');
  await button('Cancel').click();

  // All that match are more than a request reviews: a job reviews them.
  await openConsole(page, '/alerts?sort=-firedAt');
  await page.getByRole('button', { name: `All (${all})`, exact: true }).click();
  await listed(page, all);
  await page.keyboard.press('a');
  await page.getByText(`Clear the selection of ${all}`).waitFor();
  await page.keyboard.press('r');
  await dialog.getByText('The review goes on when you leave the page.').waitFor();
  await expectAccessible(page, 'the dialog of a review of all that match');
  await dialog.getByLabel('Note').fill('Paid as agreed');
  await button('Resolve').click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(`${all} alerts resolved.`).waitFor();
  expect(await total({ status: 'resolved' })).toBe(all);
  await listed(page, all);
  expect(await page.locator('main tbody tr', { hasText: 'Open' }).count()).toBe(0);

  // The other payments were acknowledged before, without a note.
  const { data } = await api.ok(routes.listEvents, { query: { severity: 'warning', sort: '-firedAt', pageSize: 1 } });
  expect(data).toMatchObject([{ acknowledgementNote: 'Known payroll', resolutionNote: 'Paid as agreed' }]);
  await openConsole(page, `/alerts?open=${data[0]?.id}`);
  const detail = page.getByRole('region', { name: 'Alert' });
  await detail.getByText('Known payroll').waitFor();
  await detail.getByText('Paid as agreed').waitFor();
  expectNoFaults(watched, [/ERR_FAILED.*\/alerts\/reviews/]);
});

it('A review of all that match shows its progress to everybody, and each of them may stop it', async () => {
  const { apiKey, organisationId } = await newOrganisation();
  // Nothing runs this job: it is due in the future.
  const { id } = await createReview(
    { ...later(), jobs: { start: async () => {} } },
    OrganisationId.parse(organisationId),
    { id: 'key', name: 'Somebody else' },
    { action: 'acknowledge' },
  );
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await openConsole(page, '/alerts');
  await page.getByText('Counting the alerts to acknowledge').waitFor();
  await expectAccessible(page, 'the progress of a review');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'the progress of a review on a telephone');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('Stopped: 0 alerts acknowledged. The others stay as they are.').waitFor();
  await page.getByText('Counting the alerts to acknowledge').waitFor({ state: 'detached' });
  expect(await reviewRepo(later()).get(OrganisationId.parse(organisationId), id)).toMatchObject({
    status: 'cancelled',
  });
  expectNoFaults(watched);
});

/** Waits until the list has as many alerts as its filter finds. Before that a key finds no row to act on. */
const listed = (page: Page, alerts: number) => page.getByText(`(${alerts} alerts, `).waitFor();

/** How many of the rows or cards of a list are wholly in sight. */
const inSight = (page: Page, selector: string) =>
  page.evaluate<number>(`[...document.querySelectorAll('${selector}')]
    .filter((each) => each.getBoundingClientRect().bottom <= innerHeight).length`);
