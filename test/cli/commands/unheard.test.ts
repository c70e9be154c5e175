import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { aDestination, uuid } from '../../support/records.ts';
import { shownRule, shownWallet } from '../answers.ts';
import { serving } from '../api-double.ts';
import { printed } from '../printed.ts';

afterAll(closeAll);

/** A service that watches anvil alone, and answers each change with this document. */
async function answering(document: object, isCoverageKnown = true): Promise<Readonly<Record<string, string>>> {
  const url = await serving(({ method, url: path = '' }, response) => {
    const isChange = method !== 'GET';
    const chain = /chains\/(\w+)\/coverage/.exec(path)?.[1];
    const coverage = { chain, status: chain === 'anvil' ? 'running' : 'unwatched' };
    response.writeHead(method === 'POST' ? 201 : isCoverageKnown ? 200 : 403, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isChange ? document : isCoverageKnown ? coverage : { detail: 'not allowed' }));
  });
  return { CHAINWATCH_URL: url, CHAINWATCH_API_KEY: 'cw_test_1' };
}

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const UNWATCHED =
  'Payments on ethereum are not recorded: the service does not watch this chain. Ask who runs the service to watch it.';
const add = async (record: ReturnType<typeof shownWallet>, isCoverageKnown?: boolean) =>
  printed(['wallet', 'add', 'Treasury', ADDRESS, '--chain', 'anvil'], {
    environment: await answering(record, isCoverageKnown),
  });

describe('A new wallet', () => {
  it('is told to be recorded nowhere on a chain that the service does not watch, apart from the data', async () => {
    const { code, out, err } = await add(shownWallet({ chains: ['anvil', 'ethereum'] }));
    expect(code).toBe(0);
    expect(out).not.toContain('not recorded');
    expect(err).toBe(`${UNWATCHED}\n`);
  });

  it('is told so, too, when a file adds the wallet, but not when the wallet exists already', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chainwatch-unheard-'));
    const file = join(folder, 'wallets.csv');
    writeFileSync(file, `label,address,chains\nNew,${ADDRESS},anvil ethereum\nOld,${uuid(9)},polygon\n`);
    const bulk = {
      created: [{ index: 0, id: uuid(2) }],
      existing: [{ index: 1, id: uuid(3), differs: [] }],
      failed: [],
    };
    const { code, err } = await printed(['wallet', 'import', file], { environment: await answering(bulk) });
    rmSync(folder, { recursive: true });
    expect([code, err]).toEqual([0, `${UNWATCHED}\n`]);
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

const UNHEARD =
  'The rule "Large" is active, but nobody hears of its alerts. See `chainwatch destination create --help`.';
const ADD = ['rule', 'add', 'Large', '--type', 'any_transfer'];

it.each([
  { args: ADD, rule: { audience: 0 }, says: UNHEARD },
  { args: ADD, rule: { audience: 1 }, says: '' },
  { args: ['rule', 'enable', uuid(3)], rule: { audience: 0 }, says: UNHEARD },
  { args: ['rule', 'enable', uuid(3)], rule: { audience: 1 }, says: '' },
  { args: ['rule', 'disable', uuid(3)], rule: { audience: 0, isActive: false }, says: '' },
])('`$args.0 $args.1` of the rule $rule says on stderr: $says', async ({ args, rule, says }) => {
  const environment = await answering(shownRule({ name: 'Large', ...rule }));
  const { code, err } = await printed(args, { environment });
  expect([code, err.trimEnd()]).toEqual([0, says]);
});

it.each([
  ['email', 'A new address hears nothing before its recipient has confirmed.'],
  ['pagerduty', ''],
])('A new destination of the kind %s says on stderr: %s', async (kind, expected) => {
  const environment = await answering(aDestination({ name: 'Duty', kind }));
  const { code, err } = await printed(['destination', 'create', 'Duty', '--kind', kind], { environment });
  expect([code, err.trimEnd()]).toEqual([0, expected]);
});
