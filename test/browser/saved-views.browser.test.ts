import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { routes } from '../../functions/routes.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();

it('A person saves filters as a view, finds it after a reload, opens it with a key, and removes it', async () => {
  const { api, apiKey } = await newOrganisation();
  const [hot, cold] = [await addWallet(api, { label: 'Hot' }), await addWallet(api, { label: 'Cold' })];
  for (const severity of ['critical', 'warning']) await addRule(api, { name: `A ${severity} payment`, severity });
  for (const wallet of [hot, hot, cold]) await importInto(api, wallet);
  await eventually(
    () => api.ok(routes.listEvents, { query: { pageSize: 1 } }),
    ({ meta }) => meta.total === 6,
  );
  const watched = await openPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const { page } = watched;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/console/');
  await signIn(page, apiKey);

  // Nothing more than the fixed views shows until filters are set.
  await openConsole(page, '/alerts?view=all');
  await button('All (6)').waitFor();
  await button('Open critical (3)').waitFor();
  expect(await button('Save view').count()).toBe(0);
  await choose(page, 'Severity', 'Critical');
  await choose(page, 'Wallet', 'Hot');
  await page.getByRole('heading', { name: /^Alerts \(2 alerts/ }).waitFor();
  await button('Save view').click();
  const dialog = page.getByRole('dialog');
  // The dialog gives its field the focus.
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('open');
  await page.keyboard.press('Enter');
  await dialog.getByText('Another view has this name.').waitFor();
  await expectAccessible(page, 'the name of a view');
  await dialog.getByLabel('Name').fill('Hot desk');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await button('Hot desk (2)').waitFor();

  await page.reload();
  await button('Hot desk (2)').waitFor();
  await expectAccessible(page, 'the alerts with a saved view');
  await page.keyboard.press('1');
  await filtersAre(page, { severity: 'critical', status: 'open' });
  await button('Hot desk (2)').waitFor();
  expect(await page.getByRole('button', { name: 'Remove view' }).count()).toBe(0);
  await page.keyboard.press('4');
  await filtersAre(page, { severity: 'critical', walletId: hot.id });
  await page.getByRole('heading', { name: /^Alerts \(2 alerts/ }).waitFor();

  // Beside an open alert the views stay on one line with the filters.
  await page.keyboard.press('j');
  await page.locator('section.detail h2').first().waitFor();
  expect(await areOnOneLine(page, '.views', 'search')).toBe(true);
  await expectAccessible(page, 'a saved view beside an alert');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  const views = page.getByRole('button', { name: /^Views/ });
  await views.click();
  await page.getByRole('option', { name: 'Hot desk (2)' }).waitFor();
  await page.keyboard.press('Escape');
  await expectNoSidewaysScroll(page, 'a saved view on a telephone');
  await expectAccessible(page, 'a saved view on a telephone');
  await page.setViewportSize({ width: 1440, height: 900 });

  // Somebody of another organisation uses the same browser.
  const other = await newOrganisation();
  await button('Test').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signIn(page, other.apiKey);
  await openConsole(page, '/alerts?view=all');
  await button('All (0)').waitFor();
  expect(await page.getByText('Hot desk').count()).toBe(0);
  await button('Test').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signIn(page, apiKey);

  await openConsole(page, '/alerts');
  await button('Hot desk (2)').click();
  await button('Remove view Hot desk').click();
  await button('Hot desk (2)').waitFor({ state: 'detached' });
  // The filters are still set, so a removal by mistake is saved again.
  await button('Save view').waitFor();
  await page.reload();
  await button('All (6)').waitFor();
  expect(await page.getByText('Hot desk').count()).toBe(0);
  expectNoFaults(watched);
});

async function choose(page: Page, filter: string, value: string): Promise<void> {
  await page
    .getByRole('search')
    .getByRole('button', { name: new RegExp(`^${filter}`) })
    .click();
  await page.getByRole('option', { name: value, exact: true }).click();
}

/** Waits until the address has exactly these filters, in any order. */
const filtersAre = (page: Page, filters: Readonly<Record<string, string>>) =>
  page.waitForURL(({ searchParams }) => {
    const set = Object.fromEntries(searchParams);
    return (
      Object.keys(set).length === Object.keys(filters).length &&
      Object.keys(filters).every((name) => set[name] === filters[name])
    );
  });

/** Whether two elements stand beside each other, and the second has one line. */
const areOnOneLine = (page: Page, ...selectors: readonly [string, string]) =>
  page.evaluate<boolean>(`(() => {
    const [a, b] = ${JSON.stringify(selectors)}.map((each) => document.querySelector(each).getBoundingClientRect());
    return a.top < b.bottom && b.top < a.bottom && b.height < 1.5 * a.height;
  })()`);
