import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { ChainUnavailable } from '../../../lib/chains/chain.ts';
import { xrpReader } from '../../../lib/chains/xrp/reader.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes } from '../../support/rpc-nodes.ts';
import { answerOf, truths } from './recorded.ts';

quiet();
const { node, answering, hung } = rpcNodes();

const HASH = '589640406AC52E6092623A3124900877F7B63AB250E2ED97888B8CA364C3AD8D';
const recorded = truths.find(({ hash }) => hash === HASH);
if (recorded === undefined) throw new Error('the payment was not recorded');
const found = answerOf(recorded);
const { signal } = new AbortController();

const result = (value: unknown) => ({ result: value });
const refused = (error: string) => result({ status: 'error', error, error_code: 1, request: { command: 'tx' } });
const look = (urls: readonly string[], attemptMs?: number) =>
  xrpReader('xrp', urls, attemptMs === undefined ? {} : { attemptMs }).lookup(HASH, signal);
const THE_PAYMENT = { chain: 'xrp', hash: HASH, blockNumber: 74682627, blockTimestamp: '2022-09-27T19:03:12.000Z' };

describe('the look-up of a transaction on the XRP Ledger', () => {
  it('asks for it in the shape of version 2', async () => {
    let asked: unknown;
    const server = await node(async (request, response) => {
      asked = JSON.parse(await text(request));
      response.end(JSON.stringify(result(found)));
    });
    expect(await look([server.url])).toMatchObject(THE_PAYMENT);
    expect(asked).toMatchObject({ method: 'tx', params: [{ transaction: HASH, binary: false, api_version: 2 }] });
  });

  it('reads the shape of version 1 too', async () => {
    const { tx_json, close_time_iso: _, ...more } = found;
    const flat = { ...more, ...Object(tx_json), date: 717620592, validated: true };
    expect(await look([(await answering(result(flat))).url])).toEqual(
      await look([(await answering(result(found))).url]),
    );
  });

  it('is null when the server does not know the hash', async () => {
    expect(await look([(await answering(refused('txnNotFound'))).url])).toBeNull();
  });

  it.each([
    ['is told not to be', { ...found, validated: false }],
    ['is not told to be', { ...found, validated: undefined }],
  ])('is null while its ledger %s validated', async (_why, answer) => {
    expect(await look([(await answering(result(answer))).url])).toBeNull();
  });

  it.each([
    ['an HTTP error', () => answering('bad gateway', 502)],
    ['a limit of requests', () => answering('slow down', 429)],
    ['an answer that is cut off', () => answering(JSON.stringify(result(found)).slice(0, -40))],
    ['a JSON-RPC error', () => answering({ error: { code: -32600, message: 'no' } })],
    ['a refusal', () => answering(refused('slowDown'))],
    ['another transaction', () => answering(result({ ...found, hash: 'AB'.repeat(32) }))],
    ['another transaction that is not validated', () => answering(result({ hash: 'AB'.repeat(32), validated: false }))],
    ['a transaction without its metadata', () => answering(result({ ...found, meta: undefined }))],
    ['metadata in binary', () => answering(result({ ...found, meta: '201C00000001' }))],
    ['a transaction that cannot be decoded', () => answering(result({ ...found, tx_json: { Fee: 'much' } }))],
    [
      'no time',
      () =>
        answering(
          result({ ...found, close_time_iso: undefined, tx_json: { ...Object(found.tx_json), date: undefined } }),
        ),
    ],
    ['silence', hung],
  ])('asks the next server on %s', async (_what, faulty) => {
    const bad = await faulty();
    const good = await answering(result(found));
    expect(await look([bad.url, good.url], 200)).toMatchObject(THE_PAYMENT);
    expect([bad.requests, good.requests]).toEqual([1, 1]);
  });

  it('says that the chain is unavailable when no server can tell', async () => {
    const bad = await answering(refused('noNetwork'));
    await expect(look([bad.url])).rejects.toThrow(ChainUnavailable);
    await expect(look([])).rejects.toThrow('no RPC endpoint is configured');
  });
});
