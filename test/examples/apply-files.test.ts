import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';
import templates from '../../console/pages/rules/rule-templates.json' with { type: 'json' };
import { CreateRule } from '../../lib/alerts/rules/schema.ts';
import { parseAddress } from '../../lib/chains/address.ts';
import { UpdateSettings } from '../../lib/channels/settings/schema.ts';
import { CreateWallet } from '../../lib/wallets/schema.ts';
import { CreateWebhook } from '../../lib/webhooks/schema.ts';
import { root } from './receiver-process.ts';

const files = globSync('examples/apply/*.yaml', { cwd: root }).sort();

/** The file as the bodies of requests that create its parts. */
const ApplyFile = z.strictObject({
  wallets: z.array(CreateWallet),
  rules: z.array(
    z
      .looseObject({ wallets: z.array(z.string()).default([]) })
      .transform(({ wallets, ...rule }) => ({ ...CreateRule.parse(rule), wallets })),
  ),
  webhooks: z.array(CreateWebhook),
  settings: UpdateSettings,
});

it('the templates are Treasury, Security and Operations', () => {
  expect(files.map((file) => basename(file))).toEqual(['operations.yaml', 'security.yaml', 'treasury.yaml']);
});

describe.each(files)('%s', (file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const parsed = ApplyFile.parse(parse(text));

  it('has at least five rules, each of which the API accepts, with names of their own', () => {
    expect(parsed.rules.length).toBeGreaterThanOrEqual(5);
    expect(new Set(parsed.rules.map(({ name }) => name)).size).toBe(parsed.rules.length);
  });

  it('names in its rules only wallets that it has', () => {
    const labels = parsed.wallets.map(({ label }) => label);
    for (const { wallets } of parsed.rules) expect(labels).toEqual(expect.arrayContaining(wallets));
  });

  it('has wallets whose address is valid on each of their chains', () => {
    for (const { address, chains } of parsed.wallets) {
      expect(chains.map((chain) => parseAddress(chain, address)?.address)).toEqual(chains.map(() => address));
    }
  });

  it('names every secret by a variable of the environment', () => {
    for (const { secret } of parsed.webhooks) expect(secret).toMatch(/^\$\{[A-Z_]+\}$/);
    expect(text.match(/slackWebhookUrl: (?!\$\{[A-Z_]+\}$)/gm)).toBeNull();
  });
});

describe('the rules about USD values', () => {
  const Conditions = z.object({
    value_usd: z.unknown().optional(),
    unknown_value: z.unknown().optional(),
    window_minutes: z.unknown().optional(),
  });
  const Rules = z.array(z.object({ name: z.string(), conditions: Conditions.default({}) }));
  const ofFile = (team: string): unknown =>
    z
      .object({ rules: z.unknown() })
      .parse(parse(readFileSync(join(root, `examples/apply/${team.toLowerCase()}.yaml`), 'utf8'))).rules;
  const ofConsole = (team: string): unknown => templates.find((each) => each.team === team)?.rules;
  const aboutValues = (rules: unknown) =>
    Rules.parse(rules)
      // A sum counts what is known, and its alert names the rest.
      .filter(({ conditions }) => conditions.value_usd !== undefined && conditions.window_minutes === undefined)
      .map(({ name, conditions }) => [name, conditions.unknown_value]);

  // A theft must not wait for a price: with the default `ignore`, whoever stops the price source silences the rule.
  it.each([
    [
      'Treasury',
      ['Large payment out', 'Cold storage pays', 'Large payment out, except to known accounts', 'Large receipt'],
    ],
    ['Security', ['Payment out of 10,000 USD or more']],
  ])('of %s also fire while the value is unknown, in the file and in the console', (team, names) => {
    const expected = names.map((name) => [name, 'match']);
    expect(aboutValues(ofFile(team))).toEqual(expected);
    expect(aboutValues(ofConsole(team))).toEqual(expected);
  });
});
