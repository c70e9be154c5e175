import { describe, expect, it } from '@jest/globals';
import { newOrganisation } from '../support/api.ts';
import { expectNoFaults, useBrowser } from './browser.ts';

const openPage = useBrowser();

describe('/docs/', () => {
  it('renders the operations of the API, and loads nothing from another origin', async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto('/docs/');
    await page.getByRole('heading', { name: 'Chainwatch', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'List transactions' }).click();
    await page.getByRole('heading', { name: 'List transactions' }).waitFor();
    for (const offered of [/Ask AI|Agent/, /MCP/, /Share/, /Deploy/, /Open API Client/]) {
      expect(await page.getByText(offered).filter({ visible: true }).count()).toBe(0);
    }
    expectNoFaults(watched);
  });

  it('sends the request of a reader to its own origin, and keeps the API key in memory alone', async () => {
    const { apiKey } = await newOrganisation();
    const watched = await openPage();
    const { page } = watched;
    await page.goto('/docs/#tag/api-keys/GET/api/me');
    await page.getByPlaceholder('Token').first().fill(apiKey);
    await page.getByRole('button', { name: 'Test Request (get /api/me)' }).click();
    const answer = page.waitForResponse('/api/me');
    await page.getByRole('button', { name: 'Send get request' }).click();
    expect((await answer).status()).toBe(200);
    const stored = '[JSON.stringify([localStorage, sessionStorage]), location.href, document.cookie].join()';
    expect(await page.evaluate(stored)).not.toContain(apiKey);
    expect(await page.evaluate('indexedDB.databases()')).toEqual([]);
    expectNoFaults(watched);
  });
});
