import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../support/sources.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll, openConsole, signIn } from './console-user.ts';
import { type FilledOrganisation, filledOrganisation } from './filled-organisation.ts';

/** The pictures of the last run, for people. */
const PICTURES = join(root, '.local/pictures');

const WIDE = { width: 1200, height: 900 };
const NARROW = { width: 390, height: 844 };

const LOOKS = [
  { look: 'light', viewport: WIDE, colorScheme: 'light' },
  { look: 'dark', viewport: WIDE, colorScheme: 'dark' },
  { look: 'narrow-dark', viewport: NARROW, colorScheme: 'dark' },
  { look: 'narrow', viewport: NARROW, colorScheme: 'light' },
] as const;

const openPage = useBrowser();
let filled: FilledOrganisation;
beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  filled = await filledOrganisation();
});

const pictureOf = (path: string, look: string): string =>
  join(PICTURES, `${path.split('?')[0]?.slice(1) || 'overview'}${path.includes('?') ? '-open' : ''}-${look}.png`);

describe('Every page of the console', () => {
  it('is accessible, fits its window and causes no fault, wide and narrow, light and dark', async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto('/console/');
    await signIn(page, filled.apiKey);
    expect(filled.paths.length).toBeGreaterThanOrEqual(15);
    for (const path of filled.paths) {
      await openConsole(page, path);
      for (const { look, viewport, colorScheme } of LOOKS) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, `${path} ${look}`);
        await expectNoSidewaysScroll(page, `${path} ${look}`);
        await page.screenshot({ path: pictureOf(path, look) });
      }
    }
    expectNoFaults(watched);
  });
});
