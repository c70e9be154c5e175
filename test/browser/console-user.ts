import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';

/** Signs in on the page that is open, as a user does. Resolves when the frame of the console shows. */
export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#top').waitFor();
}

/** Opens a page of the console, and waits until its lists have their answers. */
export async function openConsole(page: Page, path: string): Promise<void> {
  await page.goto(`/console${path}`);
  await page.locator('h1').first().waitFor();
  await page.locator('[class*=skeleton]').first().waitFor({ state: 'detached' });
}

/**
 * Expects that axe finds nothing serious or critical, at the latest when a dialog that opens has come to rest. axe runs
 * in the page by the protocol of the browser, which no policy of the page forbids.
 * @param what names the page and its look in a failure.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(`window.axe ?? (() => {${axe.source}})()`);
  const described = async () => {
    // axe takes a label for hidden that a dialog has scrolled out of sight.
    await page.evaluate("for (const each of document.querySelectorAll('[role=dialog]')) each.scrollTop = 0");
    const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
      "axe.run({ resultTypes: ['violations'] })",
    );
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  };
  await eventually(described, (faults) => faults.length === 0, 10).catch((error) => {
    throw new Error(`${what}: ${error.message}`, { cause: error });
  });
}

/** The elements that reach beyond the right edge of the window, and none that contains another such element. */
const BEYOND = `[...document.querySelectorAll('main *, header *, nav *')]
  .filter((each, _, all) => document.documentElement.scrollWidth > innerWidth
    && each.getBoundingClientRect().right > innerWidth
    && !all.some((other) => other !== each && each.contains(other) && other.getBoundingClientRect().right > innerWidth))
  .slice(0, 5)
  .map((each) => each.outerHTML.slice(0, 200))`;

/**
 * Expects that the page is not wider than its window, at the latest when the page has followed a change of the window.
 * @param what names the page in a failure.
 */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const wideness = async () => ({
    tooWide: await page.evaluate<number>('Math.max(document.documentElement.scrollWidth - innerWidth, 0)'),
    beyond: await page.evaluate<string[]>(BEYOND),
  });
  await eventually(wideness, ({ tooWide }) => tooWide === 0, 10).catch((error) => {
    throw new Error(`${what}: ${error.message}`, { cause: error });
  });
}
