import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { stackUrl } from '../support/stack-url.ts';
import { expectNoFaults, useBrowser } from './browser.ts';

const openPage = useBrowser();

/** The policy of the console, as the contract with its users states it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

describe('The pages of the local stack', () => {
  it.each([
    ['/console/', POLICY],
    ['/console/wallets', POLICY],
    ['/docs/', POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")],
  ])('have exactly these security headers: %s', async (path, policy) => {
    const { status, headers } = await fetch(`${stackUrl('STACK_URL')}${path}`);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html;charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    });
  });

  it('lead from the root to the console, which loads without a fault', async () => {
    const watched = await openPage();
    await watched.page.goto('/');
    await watched.page.getByRole('heading', { name: 'Sign in to Chainwatch' }).waitFor();
    expect(new URL(watched.page.url()).pathname).toBe('/console/');
    expectNoFaults(watched);
  });
});

describe('A watched page', () => {
  it('collects errors, violations of the policy and requests to other origins', async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto('/console/');
    await page.evaluate(`{
      console.error('printed');
      setTimeout(() => { throw new Error('thrown'); });
      document.body.setAttribute('style', 'color: red');
      document.body.append(Object.assign(document.createElement('script'), { text: 'document.title = "run"' }));
    }`);
    const kinds = () => watched.faults.map((fault) => fault.split(' ', 3).join(' '));
    // The next page would end the timer and the reports of this page.
    const caused = [
      /^console: printed/,
      /^error: Error: thrown/,
      /^violation: style-src-attr inline$/,
      /^violation: script-src-elem inline$/,
    ];
    await eventually(kinds, (all) => caused.every((cause) => all.some((kind) => cause.test(kind))));
    await page.goto(stackUrl('STACK_URL').replace('127.0.0.1', 'localhost'));
    expect(kinds()).toContainEqual(expect.stringMatching(/^other origin: http:\/\/localhost/));
    expect(() => expectNoFaults(watched)).toThrow();
    expect(() => expectNoFaults(watched, [/./])).not.toThrow();
  });
});
