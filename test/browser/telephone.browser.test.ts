import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { routes } from '../../functions/routes.ts';
import { addRule, addWallet, importInto } from '../api/samples.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll, openConsole, signIn } from './console-user.ts';

const openPage = useBrowser();
const PAYMENTS = 8;
/** A thumb does not hit what is smaller. */
const THUMB = 44;

/** The visible buttons and rows of menus that are lower than a thumb. */
const lowButtons = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('#top button, [role=menuitem], .thumb-bar button, .detail-head button')]
      .filter((each) => each.checkVisibility() && Math.round(each.getBoundingClientRect().height) < ${THUMB})
      .map((each) => each.textContent || each.getAttribute('aria-label'))`,
  );

/** Moves a finger over the open alert, as the screen of a telephone reports it. */
async function swiper(page: Page) {
  const screen = await page.context().newCDPSession(page);
  return async ({ x = 0, y = 0 }: { readonly x?: number; readonly y?: number }) => {
    const steps = 6;
    const at = (n: number) => [{ x: 195 + (x * n) / steps, y: 500 + (y * n) / steps }];
    await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
    for (let n = 1; n <= steps; n++) {
      await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(n) });
    }
    await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
}

it('A person on call reviews alerts with one thumb on a telephone', async () => {
  const { api, apiKey } = await newOrganisation();
  const wallet = await addWallet(api);
  await addRule(api, { name: 'Any payment', severity: 'critical', cooldownMinutes: 0 });
  for (let n = 1; n <= PAYMENTS; n++) await importInto(api, wallet, { valueDecimal: `${n}` });
  const open = async () => (await api.ok(routes.listEvents, { query: { status: 'open' } })).meta.total;
  await eventually(open, (total) => total === PAYMENTS);
  const watched = await openPage({ locale: 'en-US', viewport: { width: 390, height: 844 }, hasTouch: true });
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);

  // Six alerts stand whole on the first screen.
  await openConsole(page, '/alerts');
  const cards = page.locator('main li:has(.sentence)');
  await eventually(
    () => cards.count(),
    (count) => count === PAYMENTS,
  );
  const sixth = await cards.nth(5).boundingBox();
  expect((sixth?.y ?? 844) + (sixth?.height ?? 0)).toBeLessThanOrEqual(844);

  // Every row of the menu is whole, the first too.
  await page.getByRole('button', { name: 'Pages' }).filter({ visible: true }).click();
  const first = page.getByRole('menuitem', { name: 'Overview' });
  await first.waitFor();
  expect((await first.boundingBox())?.y).toBeGreaterThan(40);
  expect(await lowButtons(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // The bar of an alert leads on without a way back to the list.
  await cards.first().getByRole('link').click();
  const bar = page.locator('.thumb-bar');
  const button = (name: string) => bar.getByRole('button', { name, exact: true });
  const opened = () => page.evaluate<string | null>("new URLSearchParams(location.search).get('open')");
  await button('Next transaction').waitFor();
  expect(await button('Transaction before').isDisabled()).toBe(true);
  const newest = await opened();
  await button('Next transaction').click();
  const second = await eventually(opened, (id) => id !== newest);
  await button('Transaction before').click();
  await eventually(opened, (id) => id === newest);
  expect(await lowButtons(page)).toEqual([]);
  expect((await bar.boundingBox())?.height).toBeLessThan(2 * THUMB);
  // A finger that swipes over the alert does the same. A finger that scrolls or selects does not.
  const swipe = await swiper(page);
  await swipe({ x: -150 });
  await eventually(opened, (id) => id === second);
  await swipe({ x: 150 });
  await eventually(opened, (id) => id === newest);
  await swipe({ x: -80, y: -250 });
  await page.waitForFunction('window.scrollY > 50');
  await page.evaluate("getSelection().selectAllChildren(document.querySelector('.detail h2'))");
  await swipe({ x: -150 });
  await page.evaluate('getSelection().removeAllRanges()');
  expect(await opened()).toBe(newest);
  await expectAccessible(page, 'an alert with the steps of a telephone');
  await expectNoSidewaysScroll(page, 'an alert with the steps of a telephone');

  // A step that is done has no button any more.
  await button('Acknowledge').click();
  await eventually(opened, (id) => id === second);
  await button('Transaction before').click();
  await eventually(opened, (id) => id === newest);
  await button('Resolve').waitFor();
  await button('Acknowledge').waitFor({ state: 'detached' });
  expect(await bar.getByRole('button').count()).toBe(3);

  // What people come for is first in the settings.
  await openConsole(page, '/settings');
  await page.getByRole('heading', { name: 'Limits' }).waitFor();
  await page.getByRole('heading', { name: 'Slack' }).waitFor();
  const titles = await page.locator('main h2').allTextContents();
  expect(titles.map((title) => title.replace(/ .*/, ''))).toEqual(['E-mail', 'Slack', 'Organisation', 'Limits']);
  expectNoFaults(watched);
});
