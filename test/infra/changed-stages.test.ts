import { describe, expect, it } from '@jest/globals';
import { PlayedAccount } from './played-account.ts';
import { type Option, options } from './stage-variants.ts';

const accountWith = (...variants: readonly Option[]): PlayedAccount => {
  const account = new PlayedAccount();
  for (const variant of variants) account.deploy(variant);
  return account;
};

/** Deploys that follow each other. A domain comes and goes in steps; every other option comes and goes at once. */
const changes: readonly (readonly [Option, Option])[] = [
  ['plain', 'domain-made'],
  ['domain-made', 'domain-used'],
  ['domain-used', 'domain-only'],
  ...Object.keys(options)
    .filter((name): name is Option => name !== 'plain' && !name.startsWith('domain-'))
    .map((name) => ['plain', name] as const),
];

describe('A stage that was deployed', () => {
  it.each([...changes, ...changes.map(([off, on]) => [on, off] as const)])(
    'can change from %s to %s: no export in use disappears, no name is taken, and each address that is called answers',
    (before, after) => {
      expect(() => accountWith(before).deploy(after)).not.toThrow();
    },
  );

  it('waits with each stack for the one before: data and alarms first, and last what AWS may refuse', () => {
    const main = 'chainwatch-prod';
    const parts = ['', '-monitoring', '-console', '-budget'].map((part) => `${main}${part}`);
    // The same order, whichever of several stacks deploys first.
    for (const isLastFirst of [false, true]) {
      expect(new PlayedAccount().deploy('plain', isLastFirst)).toEqual(parts);
      expect(new PlayedAccount().deploy('other-prod', isLastFirst)).toEqual([
        ...[`${main}-network`, main, `${main}-monitoring`, `${main}-copies`, `${main}-backups`],
        ...[`${main}-console`, `${main}-budget`],
      ]);
    }
  });

  it.each([
    ['egress', ['chainwatch-prod-network']],
    ['replica', ['chainwatch-prod-backups', 'chainwatch-prod-copies']],
  ] as const)('leaves the stacks of %s behind when the option goes, and can lose them then', (option, left) => {
    const account = accountWith(option, 'plain');
    const alone = accountWith('plain').names();
    expect(
      account
        .names()
        .filter((name) => !alone.includes(name))
        .sort(),
    ).toEqual([...left].sort());
    for (const name of left) account.delete(name);
    expect(account.names().sort()).toEqual(alone.sort());
  });

  it('can lose its console once `console: false` is deployed', () => {
    const account = accountWith('plain', 'no-console');
    account.delete('chainwatch-prod-console');
    expect(account.names()).not.toContain('chainwatch-prod-console');
    expect(() => account.deploy('plain')).not.toThrow();
  });
});

describe('CloudFormation, as these tests play it', () => {
  it('refuses to delete a network while a function is in it, and the API under its console', () => {
    expect(() => accountWith('egress').delete('chainwatch-prod-network')).toThrow('in use by chainwatch-prod');
    expect(() => accountWith('plain').delete('chainwatch-prod')).toThrow('in use by chainwatch-prod-console');
  });

  it('finds the console without an API when a domain skips a step, in both directions', () => {
    expect(() => accountWith('plain').deploy('domain-only')).toThrow('Nothing serves the API at');
    expect(() => accountWith('domain-only').deploy('plain')).toThrow('Nothing serves the API at');
    expect(() => accountWith('domain-used').deploy('plain')).toThrow('Nothing serves the API at');
  });
});
