import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { expectNoFaults, useBrowser } from './browser.ts';
import { openConsole, signIn } from './console-user.ts';
import { type FilledOrganisation, filledOrganisation } from './filled-organisation.ts';

const openPage = useBrowser();
let filled: FilledOrganisation;
beforeAll(async () => {
  filled = await filledOrganisation();
});

/** The names of the buttons on the page, and why a button is disabled. A disabled button has its reason inside. */
const BUTTONS = `[...document.querySelectorAll('main button')].map((button) => {
  const described = document.getElementById(button.getAttribute('aria-describedby'));
  const text = [...button.childNodes].filter((node) => node !== described).map((node) => node.textContent).join('');
  return {
    name: button.getAttribute('aria-label') ?? text,
    isEnabled: !button.disabled && button.getAttribute('aria-disabled') !== 'true',
    reason: described?.textContent ?? '',
  };
})`;

interface ShownButton {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly reason: string;
}

const buttonsOf = (page: Page) => page.evaluate<readonly ShownButton[]>(BUTTONS);

/**
 * Presses a button, and closes what the button opened. A dialog that is loaded when it opens may come so late that it
 * covers the next button: then the dialog is closed first. A button that is gone needs no press.
 */
async function press(page: Page, button: Locator): Promise<void> {
  const click = () => button.click({ timeout: 2000, noWaitAfter: true });
  await click().catch(async () => {
    await page.keyboard.press('Escape');
    if (await button.isVisible()) await click();
  });
  await page.keyboard.press('Escape');
}

/** Every button that changes something, by the beginning of its name on the page. */
const CHANGING: Readonly<Record<string, readonly string[]>> = {
  '/wallets': ['Import from CSV', 'Add a wallet'],
  '/wallets?open': ['Edit', 'Delete', 'Backfill on'],
  '/transactions?open': ['Edit notes and tags'],
  '/rules': ['Create a rule', 'Disable Any transfer', 'Delete Any transfer'],
  '/rules?open': ['Edit', 'Test on the last 30 days', 'Mute', 'Disable', 'Duplicate', 'Delete'],
  '/alerts': ['Acknowledge', 'Resolve'],
  '/destinations': ['Add a destination'],
  '/destinations?open': ['Send a test', 'Edit', 'Turn off', 'Delete'],
  '/webhooks': ['Register a webhook'],
  '/webhooks?open': ['Send a ping', 'Edit', 'Rotate the secret', 'Disable', 'Delete'],
  '/deliveries': ['Replay selected', 'Replay all'],
  '/deliveries?open': ['Replay'],
  '/address-book': ['Add an address', 'Edit Acme', 'Delete Acme'],
  '/address-lists': ['Create a list', 'Delete partners'],
  '/keys': ['Create a key'],
  '/settings': ['Add', 'Save'],
};

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
    const pressed = new Set<string>();
    for (const path of filled.paths) {
      await openConsole(page, path);
      const expected = CHANGING[path.replace(/=.*/, '')] ?? [];
      for (const name of expected) await page.getByRole('button', { name }).first().waitFor();
      const disabled = (await buttonsOf(page)).filter(({ isEnabled }) => !isEnabled);
      for (const name of expected) {
        const reasons = disabled.filter((button) => button.name.startsWith(name)).map(({ reason }) => reason);
        expect({ path, name, reasons }).toEqual({
          path,
          name,
          reasons: expect.arrayContaining([expect.stringMatching(/^You have the scope "read"/)]),
        });
      }
      // Presses whatever can be pressed in the page: buttons of the page may filter, open and close, but not change.
      for (const button of await page.locator('main button:not([aria-disabled=true]):not(:disabled)').all()) {
        if (!(await button.isVisible())) continue;
        const label = (await button.getAttribute('aria-label')) ?? (await button.textContent());
        const name = `${path.split('?')[0]} ${label}`;
        if (pressed.has(name)) continue;
        pressed.add(name);
        await press(page, button);
      }
    }
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
