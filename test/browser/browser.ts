import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../local/processes/chromium.ts';
import { stackUrl } from '../support/stack-url.ts';

/** How long a test waits for a page. The 30 s of Playwright are too short on a busy machine. */
const PATIENCE_MS = 300_000;

/** A page in a context of its own, with everything that went wrong in it so far. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors in the console, uncaught errors, violations of the policy, and requests to other origins. */
  readonly faults: readonly string[];
}

/**
 * Starts a browser for all tests of a file. Returns a function that opens a page of a new visitor. The pages close with
 * the browser, after the last test.
 */
export function useBrowser(): (options?: BrowserContextOptions) => Promise<WatchedPage> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const folder = process.env.CHROMIUM_FOLDER;
    if (folder === undefined) throw new Error('CHROMIUM_FOLDER is not set: browser-setup.ts did not run');
    browser = await launchChromium(folder);
  });
  afterAll(() => browser?.close());
  return async (options = {}) => {
    if (browser === undefined) throw new Error('The browser is not running: open the page in a test');
    // Without motion a test takes a quarter less of the processor: no page is painted 60 times a second while it loads.
    const still = { baseURL: stackUrl('STACK_URL'), reducedMotion: 'reduce' } as const;
    const context = await browser.newContext({ ...still, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    const faults = await watch(context, options.baseURL ?? stackUrl('STACK_URL'));
    return { page: await context.newPage(), faults };
  };
}

/**
 * Expects that nothing went wrong in a page.
 * @param except faults that the test causes on purpose, for example the 401 of a wrong key.
 */
export function expectNoFaults({ faults }: WatchedPage, except: readonly RegExp[] = []): void {
  expect(faults.filter((fault) => !except.some((pattern) => pattern.test(fault)))).toEqual([]);
}

/** The name under which the script below finds the function that notes a violation. */
const NOTE_VIOLATION = '__noteViolation';

/** Runs in every document before the scripts of the document. */
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
  ${NOTE_VIOLATION}(violatedDirective + ' ' + blockedURI + ' ' + sample);
})`;

async function watch(context: BrowserContext, baseUrl: string): Promise<readonly string[]> {
  const faults: string[] = [];
  const { origin } = new URL(baseUrl);
  await context.exposeFunction(NOTE_VIOLATION, (violation: string) => void faults.push(`violation: ${violation}`));
  await context.addInitScript({ content: REPORT_VIOLATIONS });
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} at ${message.location().url}`);
  });
  context.on('weberror', (error) => void faults.push(`error: ${error.error().stack ?? error.error().message}`));
  const noteForeign = (url: string): void => {
    const { protocol, host } = new URL(url);
    const isLocal = ['data:', 'blob:', 'about:'].includes(protocol);
    if (!isLocal && host !== new URL(origin).host) faults.push(`other origin: ${url}`);
  };
  context.on('request', (request) => noteForeign(request.url()));
  context.on('page', (page) => page.on('websocket', (socket) => noteForeign(socket.url())));
  return faults;
}
