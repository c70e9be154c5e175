import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { xrpReader } from '../../../lib/chains/xrp/xrp-reader.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes, thrice } from '../../support/rpc-nodes.ts';
import { ALICE, BOB } from './built.ts';

quiet();
const { node, answering, hung } = rpcNodes();

const { signal } = new AbortController();
const AT = { height: 7, hash: 'AB'.repeat(32), parentHash: 'CD'.repeat(32) };
const OTHER = 'CD'.repeat(32);
const LEDGER = { ledger_hash: AT.hash, ledger_index: AT.height, validated: true };

const found = (Account: string, Balance: unknown, more: object = LEDGER) => ({
  result: { account_data: { Account, Balance, LedgerEntryType: 'AccountRoot' }, status: 'success', ...more },
});
const missing = (more: object) => ({ result: { error: 'actNotFound', error_code: 19, status: 'error', ...more } });
/** How a server repeats the request in its errors: rippled repeats the parameters, and Clio repeats the whole call. */
const repeated = {
  rippled: (ledger_hash: string) => ({ command: 'account_info', account: ALICE, ledger_hash }),
  clio: (ledger_hash: string) => ({ method: 'account_info', params: [{ account: ALICE, ledger_hash }] }),
};

/** The default time limit is long enough for every answer. Tests of slow nodes set a shorter limit. */
const balances = (urls: readonly string[], addresses: readonly string[] = [ALICE], attemptMs = 60_000) =>
  xrpReader(chainOf('xrp'), urls, { attemptMs }).accounts?.(addresses, AT, signal);
const only = (amount: string) => ({ height: 7, amounts: new Map([[ALICE, amount]]) });

const Asked = z.object({ params: z.tuple([z.looseObject({ account: z.string() })]) });

describe('the balances of XRP accounts', () => {
  it('are those of the ledger asked for, in whole units', async () => {
    const bodies: unknown[] = [];
    const { url } = await node(async (request, response) => {
      const body: unknown = JSON.parse(await text(request));
      bodies.push(body);
      const [{ account }] = Asked.parse(body).params;
      response.end(JSON.stringify(found(account, account === ALICE ? '99999999999000001' : '10')));
    });
    expect(await balances([url], [ALICE, BOB])).toEqual({
      height: 7,
      amounts: new Map([
        [ALICE, '99999999999.000001'],
        [BOB, '0.00001'],
      ]),
    });
    expect(bodies).toMatchObject(
      [ALICE, BOB].map((account) => ({
        method: 'account_info',
        params: [{ account, ledger_hash: AT.hash, api_version: 2 }],
      })),
    );
  });

  it('are none without a request when no account is asked for', async () => {
    const { url, requests } = await answering(found(ALICE, '1'));
    expect(await balances([url], [])).toEqual({ height: 7, amounts: new Map() });
    expect(requests).toBe(0);
  });

  it.each([
    ['rippled, which names the ledger', missing(LEDGER)],
    ['rippled, which also repeats the request', missing({ ...LEDGER, request: repeated.rippled(AT.hash) })],
    ['Clio, which names the ledger in the repeated request alone', missing({ request: repeated.clio(AT.hash) })],
  ])('are 0 for a missing account in an answer of %s', async (_what, answer) => {
    expect(await balances([(await answering(answer)).url])).toEqual(only('0'));
  });

  it.each([
    ['names another ledger', () => answering(found(ALICE, '5', { ...LEDGER, ledger_hash: OTHER }))],
    ['names another index', () => answering(found(ALICE, '5', { ...LEDGER, ledger_index: 8 }))],
    ['names no ledger', () => answering(found(ALICE, '5', { validated: true }))],
    ['names a ledger that is not validated', () => answering(found(ALICE, '5', { ...LEDGER, validated: false }))],
    ['names another account', () => answering(found(BOB, '5'))],
    ['states no balance', () => answering(found(ALICE, undefined))],
    ['misses the account in another ledger', () => answering(missing({ ...LEDGER, ledger_hash: OTHER }))],
    ['misses the account without a ledger', () => answering(missing({}))],
    ['misses the account for another request', () => answering(missing({ request: repeated.clio(OTHER) }))],
    [
      'misses the account in another ledger than the request names',
      () => answering(missing({ ledger_hash: OTHER, request: repeated.rippled(AT.hash) })),
    ],
    ['does not have the ledger', () => answering({ result: { error: 'lgrNotFound', status: 'error' } })],
    ['is busy', () => answering({ result: { error: 'slowDown', status: 'error' } }, 503)],
  ])('are read from the next node when a node %s', async (_what, faulty) => {
    const [bad, good] = [await faulty(), await answering(found(ALICE, '10'))];
    expect(await balances([bad.url, good.url])).toEqual(only('0.00001'));
    expect([bad.requests, good.requests]).toEqual([1, 1]);
    await expect(balances([bad.url])).rejects.toThrow(ChainUnavailableError);
  });

  it('are read from the next node when a node does not answer', async () => {
    const [mute, good] = [await hung(), await answering(found(ALICE, '10'))];
    expect(await balances([mute.url, ...thrice(good.url)], [ALICE], 500)).toEqual(only('0.00001'));
  });
});
