import type { Browser, Page } from 'playwright-core';

/** A visitor without a cache signs in on the page of a list. Returns the milliseconds from the key to painted rows. */
export async function firstList(
  browser: Browser,
  { baseUrl, apiKey, path }: { readonly baseUrl: string; readonly apiKey: string; readonly path: string },
): Promise<{ readonly page: Page; readonly ms: number }> {
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByLabel('API key').fill(apiKey);
  const started = performance.now();
  await page.keyboard.press('Enter');
  await page.locator('main tbody tr bdi').first().waitFor();
  return { page, ms: performance.now() - started };
}
