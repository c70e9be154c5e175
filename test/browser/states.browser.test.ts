import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import { eventually } from '../support/eventually.ts';
import { expectNoFaults, useBrowser } from './browser.ts';
import { openConsole, signIn } from './console-user.ts';
import { type FilledOrganisation, filledOrganisation } from './filled-organisation.ts';

const WIDE = { width: 1200, height: 900 };

const openPage = useBrowser();
let filled: FilledOrganisation;
beforeAll(async () => {
  filled = await filledOrganisation();
});

/** A signed-in user on a page of the console. The clock of the page stands in the hands of the test. */
async function visit(path: string) {
  const watched = await openPage({ viewport: WIDE });
  const { page } = watched;
  await page.clock.install();
  await page.goto('/console/');
  await signIn(page, filled.apiKey);
  await openConsole(page, path);
  return { watched, page };
}

/** Counts the answers to reads of the list of transactions, or of another path, from now on. */
function countReads(page: Page, path = /\/api\/transactions\?/) {
  const reads = { count: 0 };
  page.on('requestfinished', (request) => {
    if (path.test(request.url())) reads.count += 1;
  });
  return reads;
}

/** Lets the time of the page pass in steps until something holds. */
const whileTimePasses = (page: Page, stepMs: number, holds: () => boolean | Promise<boolean>) =>
  eventually(
    async () => {
      await page.clock.runFor(stepMs);
      return holds();
    },
    (isDone) => isDone,
  );

const setVisibility = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);

const rows = (page: Page) => page.locator('main tbody tr');

const isFocusInView = (page: Page) =>
  page.evaluate<boolean>(`(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(
    document.activeElement.getBoundingClientRect())`);

const problem = (status: number, code: string, detail: string) => ({
  type: `urn:problem-type:chainwatch:${code}`,
  title: code,
  status,
  code,
  detail,
  requestId: '00000000-0000-4000-8000-000000000000',
});

describe('A list of the console', () => {
  it('looks for new items every few seconds, stops in a hidden tab, and goes on in a visible tab', async () => {
    const { watched, page } = await visit('/transactions');
    const reads = countReads(page);
    await page.clock.runFor(5000);
    await page.waitForRequest(/\/api\/transactions\?/);
    // A row leads to the alert that the transaction made.
    await rows(page).first().getByRole('link', { name: 'Critical' }).waitFor();
    await setVisibility(page, 'hidden');
    // A read that is on its way may still end.
    await page.clock.runFor(4000);
    const before = reads.count;
    await page.clock.runFor(60_000);
    expect(reads.count).toBe(before);
    const next = page.waitForRequest(/\/api\/transactions\?/);
    await setVisibility(page, 'visible');
    await next;
    expectNoFaults(watched);
  });

  it('does not move under a user who reads, but says how many items are new', async () => {
    const { watched, page } = await visit(`/transactions?open=${filled.opened.transactions}`);
    const firstRow = () => rows(page).first().getByRole('link').getAttribute('href');
    const first = await firstRow();
    const { length } = await Promise.all(
      Array.from({ length: 3 }, (_, n) => filled.record({ blockNumber: 22_000_000 + n })),
    );
    await page.clock.runFor(8000);
    await page.getByRole('button', { name: `${length} new` }).waitFor();
    expect(await firstRow()).toBe(first);
    await page.getByRole('button', { name: `${length} new` }).click();
    await eventually(firstRow, (href) => href !== first);
    expectNoFaults(watched);
  });

  it('shows the error of the service and the request, and asks more and more rarely', async () => {
    const { watched, page } = await visit('/transactions');
    await page.route(/\/api\/transactions\?/, (route) =>
      route.fulfill({ status: 500, json: problem(500, 'internal', 'The service failed.') }),
    );
    const reads = countReads(page);
    await page.clock.runFor(5000);
    await page.getByText('Request 00000000-0000-4000-8000-000000000000').waitFor();
    for (let second = 0; second < 60; second += 5) await page.clock.runFor(5000);
    // Without a longer pause there would be some eighteen reads.
    expect(reads.count).toBeLessThanOrEqual(7);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Request 00000000-0000-4000-8000-000000000000').waitFor({ state: 'detached' });
    expectNoFaults(watched, [/status of 500/]);
  });

  it('shows one bar for all parts of the overview while nobody answers, and reads all of them again', async () => {
    const { watched, page } = await visit('/transactions');
    await page.route(/\/api\//, (route) =>
      route.fulfill({ status: 503, json: problem(503, 'unavailable', 'The service is busy.') }),
    );
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.clock.runFor(5000);
    await page.getByText(/: the service does not answer\.$/).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
    expect(await page.getByText('Not read').count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The service is busy').first().waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Open critical alerts' }).waitFor();
    expectNoFaults(watched, [/status of 503/]);
  });

  it('reads at once when the user asks, although nothing was read and the next try is far away', async () => {
    const { watched, page } = await visit('/rules');
    await page.route(/\/api\/transactions\?/, (route) =>
      route.fulfill({ status: 500, json: problem(500, 'internal', 'The service failed.') }),
    );
    const reads = countReads(page);
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000);
    await page.getByRole('link', { name: 'Transactions' }).first().click();
    // After the fourth failure the page waits for 28 seconds.
    await whileTimePasses(page, 1000, () => reads.count >= 4);
    // Nobody knows how many transactions there are.
    await page.getByText('Nothing was read.').waitFor();
    expect(await page.getByText('(0)').count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try again' }).click();
    let passed = 0;
    await whileTimePasses(page, 50, async () => {
      passed += 50;
      return (await rows(page).getByRole('link').count()) > 0;
    });
    expect(passed).toBeLessThan(20_000);
    expectNoFaults(watched, [/status of 500/]);
  });

  it('says in a column that its values load, or that they were not read', async () => {
    const { watched, page } = await visit('/rules');
    const held: (() => Promise<void>)[] = [];
    const refused = { status: 500, json: problem(500, 'internal', 'The service failed.') };
    await page.route(/\/api\/balances\?/, (route) => void held.push(() => route.fulfill(refused)));
    await page.getByRole('link', { name: 'Wallets' }).first().click();
    await rows(page).first().getByText('Loading').first().waitFor();
    const request = await eventually(
      () => held.shift(),
      (each) => each !== undefined,
    );
    await request?.();
    await rows(page).first().getByText('Not read').first().waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expectNoFaults(watched, [/status of 500/]);
  });

  it('leaves a refusal as it is: an item that nobody finds is read once', async () => {
    const { watched, page } = await visit('/transactions');
    const [items, lists] = [countReads(page, /\/api\/transactions\/[^?]+$/), countReads(page)];
    await openConsole(page, `/transactions?open=${randomUUID()}`);
    await page.getByText('Not found').waitFor();
    const before = lists.count;
    await whileTimePasses(page, 1000, () => lists.count >= before + 3);
    expect(items.count).toBe(1);
    expect(await page.getByText('Not found').count()).toBe(1);
    expectNoFaults(watched, [/status of 404/]);
  });

  it('counts down when the service asks for a pause', async () => {
    const { watched, page } = await visit('/transactions');
    await page.route(/\/api\/transactions\?/, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '20' },
        json: problem(429, 'rate_limited', 'Too many requests.'),
      }),
    );
    for (let second = 0; second < 40; second += 5) await page.clock.runFor(5000);
    await page.getByRole('button', { name: /Try again in \d+ s/ }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expectNoFaults(watched, [/status of 429/]);
  });

  it('says that the browser is offline, and goes on with the connection', async () => {
    const { watched, page } = await visit('/transactions');
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    expectNoFaults(watched, [/ERR_INTERNET_DISCONNECTED/]);
  });
});

describe('A delivery that the service tries again', () => {
  it.each([
    ['comes later', 9.5 * 60_000, 'The next attempt comes in 9 min.'],
    ['is due', -60_000, 'The next attempt waits for its turn.'],
    ['is not planned', null, ''],
  ])('says what failed and why it cannot be replayed yet, when its next attempt %s', async (_, inMs, sentence) => {
    const { watched, page } = await visit('/rules');
    await page.route(/\/api\/webhooks\/deliveries\/[^/?]+$/, async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      const delivery = z.looseObject({ status: z.string() }).parse(await response.json());
      const nextAttemptAt = inMs === null ? null : new Date(Date.now() + inMs).toISOString();
      await route.fulfill({ response, json: { ...delivery, status: 'retrying', nextAttemptAt } });
    });
    await openConsole(page, `/deliveries?open=${filled.opened.deliveries}`);
    await page.getByText('It can be replayed when it is finished.').waitFor();
    if (sentence === '') expect(await page.getByText('The next attempt').count()).toBe(0);
    else await page.getByText(sentence).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expectNoFaults(watched);
  });
});

describe('The selection of deliveries', () => {
  it('ends with another filter, so that nobody sends again what is out of sight', async () => {
    const { watched, page } = await visit('/deliveries?status=failed');
    const button = (name: RegExp) => page.getByRole('button', { name });
    await rows(page).first().getByRole('checkbox').check();
    await button(/^Clear the selection of 1/).waitFor();
    await button(/^Replay selected/)
      .and(page.locator(':not([aria-disabled=true])'))
      .waitFor();
    await button(/^Status/).click();
    await page.getByRole('option', { name: 'Retrying' }).click();
    await button(/^Clear the selection/).waitFor({ state: 'detached' });
    await button(/^Replay selected/)
      .and(page.locator('[aria-disabled=true]'))
      .waitFor();
    await button(/^Replay all/)
      .and(page.locator('[aria-disabled=true]'))
      .waitFor();
    await page
      .getByText('Only failed, unsent and delivered deliveries can be replayed.')
      .waitFor({ state: 'attached' });
    expectNoFaults(watched);
  });
});

describe('A form of the console', () => {
  it('shows a refusal at the field, and keeps the input', async () => {
    const { watched, page } = await visit('/wallets');
    await page.getByRole('button', { name: 'Add a wallet' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Label').fill('Payroll');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByLabel('Address').and(page.locator('[aria-invalid=true]')).waitFor();
    expect(await form.getByLabel('Label').inputValue()).toBe('Payroll');
    expectNoFaults(watched, [/status of 400/]);
  });

  it('leads from its button to the first field that a refusal marks', async () => {
    const { watched, page } = await visit('/rules?open=new');
    // A press of a key reaches the button although the preview above it arrives meanwhile and moves it.
    const create = page.getByRole('button', { name: 'Create the rule' });
    await create.press('Enter');
    const name = page.getByLabel('Name', { exact: true });
    await name.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    expect(await isFocusInView(page)).toBe(true);
    // The template has a name, and asks for the wallets that it is about.
    await page.getByRole('button', { name: /^Template/ }).click();
    await page.getByRole('option', { name: 'Cold storage pays' }).click();
    await create.press('Enter');
    const wallets = page.getByRole('button', { name: /^Wallets/ });
    await wallets.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    expect(await isFocusInView(page)).toBe(true);
    await page.getByRole('checkbox', { name: 'All wallets' }).check();
    await create.press('Enter');
    await page.getByText(/is created and active/).waitFor();
    expectNoFaults(watched, [/status of 400/]);
  });

  it('shows the error of its request although the list behind it cannot be read', async () => {
    const { watched, page } = await visit('/wallets');
    await page.getByRole('button', { name: 'Add a wallet' }).click();
    await page.route(/\/api\/wallets/, (route) =>
      route.fulfill({ status: 503, json: problem(503, 'unavailable', 'The service is busy.') }),
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').getByText('Request 00000000-0000-4000-8000-000000000000').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expectNoFaults(watched, [/status of 503/]);
  });

  it('keeps its input while the user signs in again, because somebody revoked the key', async () => {
    const { watched, page } = await visit('/wallets?q=treasury');
    await page.getByRole('button', { name: 'Add a wallet' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('Payroll');
    await page.route(/\/api\//, (route) =>
      route.fulfill({ status: 401, json: problem(401, 'unauthorized', 'The API key is unknown or expired.') }),
    );
    await page.clock.runFor(4000);
    await page.getByText('The service refused your key').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await signIn(page, filled.apiKey);
    await page.getByRole('dialog').getByLabel('Label').waitFor();
    expect(await page.getByRole('dialog').getByLabel('Label').inputValue()).toBe('Payroll');
    expect(new URL(page.url()).search).toBe('?q=treasury');
    expectNoFaults(watched, [/status of 401/]);
  });
});

describe('A user without a mouse', () => {
  it('opens a detail with Enter, and returns to the list when the detail closes', async () => {
    const { watched, page } = await visit('/transactions');
    await rows(page).first().getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('section.detail:focus').waitFor();
    await page.getByRole('button', { name: 'Close the transaction' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('section.detail').waitFor({ state: 'detached' });
    expect(await page.evaluate("document.activeElement?.closest('tr')?.rowIndex")).toBe(1);
    expectNoFaults(watched);
  });

  it('returns to the item that was opened last', async () => {
    const { watched, page } = await visit('/deliveries');
    for (const row of [0, 1]) {
      await rows(page).nth(row).getByRole('link').focus();
      await page.keyboard.press('Enter');
      await page.locator('section.detail:focus').waitFor();
    }
    await page.getByRole('button', { name: 'Close the delivery' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('section.detail').waitFor({ state: 'detached' });
    expect(await page.evaluate("document.activeElement?.closest('tr')?.rowIndex")).toBe(2);
    expectNoFaults(watched);
  });
});
