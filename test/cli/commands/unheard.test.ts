import { afterAll, describe, expect, it } from '@jest/globals';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { aDestination } from '../../support/records.ts';
import { shownRule, shownWallet } from '../answers.ts';
import { serving } from '../api-double.ts';
import { printed } from '../printed.ts';

afterAll(closeAll);

/** A service that watches anvil alone, and answers each creation with this record. */
async function creating(record: object, isCoverageKnown = true): Promise<Readonly<Record<string, string>>> {
  const url = await serving(({ method, url: path = '' }, response) => {
    const isCreation = method === 'POST';
    const chain = /chains\/(\w+)\/coverage/.exec(path)?.[1];
    const coverage = { chain, status: chain === 'anvil' ? 'running' : 'unwatched' };
    response.writeHead(isCreation ? 201 : isCoverageKnown ? 200 : 403, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isCreation ? record : isCoverageKnown ? coverage : { detail: 'not allowed' }));
  });
  return { CHAINWATCH_URL: url, CHAINWATCH_API_KEY: 'cw_test_1' };
}

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const add = async (record: ReturnType<typeof shownWallet>, isCoverageKnown?: boolean) =>
  printed(['wallet', 'add', 'Treasury', ADDRESS, '--chain', 'anvil'], {
    environment: await creating(record, isCoverageKnown),
  });

describe('A new wallet', () => {
  it('is told to be recorded nowhere on a chain that the service does not watch, apart from the data', async () => {
    const { code, out, err } = await add(shownWallet({ chains: ['anvil', 'ethereum'] }));
    expect(code).toBe(0);
    expect(out).not.toContain('Not recorded');
    expect(err).toBe(
      'Not recorded on ethereum: the service does not watch this chain. Ask who runs the service to watch it.\n',
    );
  });

  it('on watched chains, or added without watching it, needs no words', async () => {
    expect((await add(shownWallet({ chains: ['anvil'] }))).err).toBe('');
    expect((await add(shownWallet({ chains: ['ethereum'], watch: false }))).err).toBe('');
  });

  it('is added also when nobody can say whether its chains are watched', async () => {
    const { code, err } = await add(shownWallet({ chains: ['anvil'] }), false);
    expect(code).toBe(0);
    expect(err).toMatch(/^Nobody knows whether the chains are watched: /);
  });
});

it.each([
  [0, 'The rule "Large" is active, but nobody hears of its alerts. See `chainwatch destination create --help`.'],
  [1, ''],
])('A new rule that %d hear says on stderr: %s', async (audience, expected) => {
  const environment = await creating(shownRule({ name: 'Large', audience }));
  const { code, err } = await printed(['rule', 'add', 'Large', '--type', 'any_transfer'], { environment });
  expect([code, err.trimEnd()]).toEqual([0, expected]);
});

it.each([
  ['email', 'A new address hears nothing before its recipient has confirmed.'],
  ['pagerduty', ''],
])('A new destination of the kind %s says on stderr: %s', async (kind, expected) => {
  const environment = await creating(aDestination({ name: 'Duty', kind }));
  const { code, err } = await printed(['destination', 'create', 'Duty', '--kind', kind], { environment });
  expect([code, err.trimEnd()]).toEqual([0, expected]);
});
