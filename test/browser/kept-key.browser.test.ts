import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { routes } from '../../functions/routes.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { stackUrl } from '../support/stack-url.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './console-user.ts';

const KEEP = 'Keep me signed in on this device for 12 hours';
const DEEP_LINK = '/console/wallets?q=treasury';

const openPage = useBrowser();
let mine: Awaited<ReturnType<typeof newOrganisation>>;
beforeAll(async () => {
  mine = await newOrganisation();
});

/** A browser whose user signed in, with a list of the requests to `/api/session`. */
async function signedIn({ isKept }: { readonly isKept: boolean }, key = mine.apiKey) {
  const watched = await openPage();
  const { page } = watched;
  const asked: string[] = [];
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/session')) asked.push(`${request.method()} ${pathname}`);
  });
  await page.goto('/console/');
  if (isKept) await page.getByLabel(KEEP).check();
  await signIn(page, key);
  const newTab = async (path = DEEP_LINK): Promise<Page> => {
    const tab = await page.context().newPage();
    await tab.goto(path);
    return tab;
  };
  const cookies = () => page.context().cookies(`${stackUrl('STACK_URL')}/api/session`);
  return { watched, page, asked, newTab, cookies };
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
};

const isSignedIn = (page: Page) => page.locator('#top').waitFor();
const isAsked = (page: Page) => page.getByLabel('API key').waitFor();

describe('A user who keeps the key in the browser', () => {
  it('opens a link in a new tab without the key', async () => {
    const { watched, asked, newTab } = await signedIn({ isKept: true });
    const tab = await newTab();
    await isSignedIn(tab);
    expect(new URL(tab.url()).search).toBe('?q=treasury');
    expect(asked).toEqual(['POST /api/session', 'POST /api/session/resume']);
    expectNoFaults(watched);
  });

  it('opens a link that a page of another site shows, as web mail does', async () => {
    const { watched, newTab } = await signedIn({ isKept: true });
    const tab = await newTab('about:blank');
    await tab.setContent(`<a href="${stackUrl('STACK_URL')}${DEEP_LINK}">Open the alert</a>`);
    await tab.getByRole('link').click();
    await isSignedIn(tab);
    expectNoFaults(watched);
  });

  it('has the sealed key in a cookie that no script can read, and a mark without a secret', async () => {
    const { page, cookies } = await signedIn({ isKept: true });
    const [cookie, ...others] = await cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/api/session' });
    expect(cookie?.value).not.toContain(mine.apiKey);
    const hoursLeft = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(11);
    expect(hoursLeft).toBeLessThanOrEqual(12);
    const readable = await page.evaluate<string>('JSON.stringify([localStorage, document.cookie])');
    expect(readable).not.toContain(mine.apiKey);
    expect(readable).not.toContain(cookie?.value);
  });

  it('signs out in all tabs of the browser', async () => {
    const { watched, page, newTab, cookies } = await signedIn({ isKept: true });
    const tab = await newTab();
    await isSignedIn(tab);
    const forgotten = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await signOut(page);
    await isAsked(tab);
    await forgotten;
    expect(await cookies()).toEqual([]);
    await isAsked(await newTab());
    expect(await tab.evaluate('sessionStorage.length')).toBe(0);
    expectNoFaults(watched);
  });

  it('learns when the service does not confirm the sign-out, and can repeat it', async () => {
    const { watched, page, newTab, cookies } = await signedIn({ isKept: true });
    await page.route('**/api/session', (route) => route.abort());
    await signOut(page);
    await page.getByText('The service did not confirm that you signed out.').waitFor();
    await expectAccessible(page, 'the sign-out without an answer');
    expect(await cookies()).toHaveLength(1);
    await isAsked(await newTab());
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Sign out again' }).click();
    await page.getByText('The service did not confirm that you signed out.').waitFor({ state: 'detached' });
    await eventually(cookies, ({ length }) => length === 0);
    expectNoFaults(watched, [/ERR_FAILED/]);
  });

  it('is asked for a key when somebody revoked the kept key', async () => {
    const { id, key } = await mine.api.ok(routes.createKey, { body: { name: 'Kept', scope: 'read' } });
    const { watched, asked, newTab, cookies } = await signedIn({ isKept: true }, key);
    await mine.api.ok(routes.deleteKey, { params: { id } });
    await isAsked(await newTab());
    expect(await cookies()).toEqual([]);
    asked.length = 0;
    await isAsked(await newTab());
    expect(asked).toEqual([]);
    expectNoFaults(watched, [/status of 401/]);
  });
});

describe('A user who does not keep the key', () => {
  it('is asked for the key in every tab, and the page asks the API for nothing', async () => {
    const { watched, asked, newTab, cookies } = await signedIn({ isKept: false });
    await isAsked(await newTab());
    expect(asked).toEqual([]);
    expect(await cookies()).toEqual([]);
    expectNoFaults(watched);
  });

  it('reads on the sign-in page how long the key stays', async () => {
    const watched = await openPage({ viewport: { width: 390, height: 844 } });
    const { page } = watched;
    await page.goto('/console/');
    await page.getByText('This tab forgets the key when it closes.').waitFor();
    await page.getByLabel(KEEP).check();
    await page.getByText('This browser keeps the key, sealed, until you sign out, for at most 12 hours.').waitFor();
    expect(await page.getByText('This tab forgets the key').count()).toBe(0);
    await expectAccessible(page, 'the sign-in page');
    await expectNoSidewaysScroll(page, 'the sign-in page');
    expectNoFaults(watched);
  });
});

it('A page that loads while the service is away says so, and opens by itself when the service is back', async () => {
  const { apiKey } = await newOrganisation();
  const watched = await openPage();
  const { page } = watched;
  await page.goto('/console/');
  await signIn(page, apiKey);
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', { name: 'Chainwatch' }).waitFor();
  await page.getByText('This page tries again every few seconds.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('link', { name: 'Transactions' }).first().waitFor();
  expectNoFaults(watched, [/ERR_FAILED/]);
});
