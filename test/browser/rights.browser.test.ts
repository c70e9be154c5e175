import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectNoFaults, useBrowser } from './browser.ts';
import { openConsole, signIn } from './console-user.ts';
import { type FilledOrganisation, filledOrganisation } from './filled-organisation.ts';

const openPage = useBrowser();
let filled: FilledOrganisation;
beforeAll(async () => {
  filled = await filledOrganisation();
});

describe('A key with the scope read', () => {
  it('can press no button that changes something, and every such button tells the reason', async () => {
    const watched = await openPage({ viewport: { width: 1200, height: 900 } });
    const { page } = watched;
    const changing: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/') && request.method() !== 'GET') changing.push(request.url());
    });
    await page.goto('/console/');
    await signIn(page, filled.readKey);
    let disabled = 0;
    const pressed = new Set<string>();
    for (const path of filled.paths) {
      await openConsole(page, path);
      disabled += await page.locator('main button[aria-disabled=true]').count();
      // Presses whatever can be pressed in the page: buttons of the page may filter, open and close, but not change.
      for (const button of await page.locator('main button:not([aria-disabled=true]):not(:disabled)').all()) {
        if (!(await button.isVisible())) continue;
        const label = (await button.getAttribute('aria-label')) ?? (await button.textContent());
        const name = `${path.split('?')[0]} ${label}`;
        if (pressed.has(name)) continue;
        pressed.add(name);
        // A button may cover or remove another.
        await button.click({ timeout: 2000, noWaitAfter: true }).catch(() => undefined);
        if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
      }
    }
    expect(disabled).toBeGreaterThan(10);
    expect(pressed.size).toBeGreaterThan(30);
    expect(changing).toEqual([]);
    expectNoFaults(watched);
  });
});

describe('The id of another organisation in the address', () => {
  it('shows that nothing was found', async () => {
    const stranger = await filledOrganisation();
    const watched = await openPage({ viewport: { width: 1200, height: 900 } });
    const { page } = watched;
    await page.goto('/console/');
    await signIn(page, filled.apiKey);
    for (const [name, id] of Object.entries(stranger.opened)) {
      await openConsole(page, `/${name}?open=${id}`);
      await page.getByText('Not found', { exact: true }).first().waitFor();
      expect(await page.content()).not.toContain(stranger.organisationId);
    }
    expectNoFaults(watched, [/status of 404/]);
  });
});
