import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { xrpReader } from '../../../lib/chains/xrp/xrp-reader.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes, thrice } from '../../support/rpc-nodes.ts';
import { answerOf, decodeAll, ledgers, truths } from './recorded.ts';

quiet();
const { node, answering, hung } = rpcNodes();

const HASH = '589640406AC52E6092623A3124900877F7B63AB250E2ED97888B8CA364C3AD8D';
const recorded = truths.find(({ hash }) => hash === HASH);
if (recorded === undefined) throw new Error('the payment was not recorded');
const found = answerOf(recorded);
const { signal } = new AbortController();

const result = (value: unknown) => ({ result: value });
const refused = (error: string) => result({ status: 'error', error, error_code: 1, request: { command: 'tx' } });
/** Long enough for every answer, except in tests of slow nodes. */
const look = (urls: readonly string[], attemptMs = 60_000) =>
  xrpReader(chainOf('xrp'), urls, { attemptMs }).lookup(HASH, signal);
const THE_PAYMENT = { chain: 'xrp', hash: HASH, blockNumber: 74682627, blockTimestamp: '2022-09-27T19:03:12.000Z' };

describe('the lookup of an XRP transaction', () => {
  it('requests the shape of API version 2', async () => {
    let asked: unknown;
    const server = await node(async (request, response) => {
      asked = JSON.parse(await text(request));
      response.end(JSON.stringify(result(found)));
    });
    expect(await look([server.url])).toMatchObject(THE_PAYMENT);
    expect(asked).toMatchObject({ method: 'tx', params: [{ transaction: HASH, binary: false, api_version: 2 }] });
  });

  it('also reads the shape of API version 1', async () => {
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
  ])('is null while the ledger of the transaction %s validated', async (_why, answer) => {
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
  ])('asks the next node on %s', async (_what, faulty) => {
    const bad = await faulty();
    const good = await answering(result(found));
    expect(await look([bad.url, good.url])).toMatchObject(THE_PAYMENT);
    expect([bad.requests, good.requests]).toEqual([1, 1]);
  });

  it('asks the next node when a node does not answer', async () => {
    const [mute, good] = [await hung(), await answering(result(found))];
    expect(await look([mute.url, ...thrice(good.url)], 500)).toMatchObject(THE_PAYMENT);
  });

  it('throws ChainUnavailableError when no node gives a usable answer', async () => {
    const bad = await answering(refused('noNetwork'));
    await expect(look([bad.url])).rejects.toThrow(ChainUnavailableError);
    await expect(look([])).rejects.toThrow('no RPC node is configured');
  });
});

describe('a ledger in the answer of an XRP node', () => {
  const recorded = ledgers.find(({ file }) => file === '11119602.json');
  if (recorded === undefined) throw new Error('the ledger was not recorded');
  const { raw, height } = recorded;
  const { ledger } = z
    .object({ ledger: z.looseObject({ ledger_hash: z.string(), parent_hash: z.string() }) })
    .parse(raw);
  const THE_LEDGER = {
    height,
    hash: ledger.ledger_hash,
    parentHeight: height - 1,
    parentHash: ledger.parent_hash,
    timestamp: '2015-01-14T18:27:20.000Z',
  };
  const answer = (more: object, ofLedger: object = {}) =>
    result({ ...Object(raw), ...more, ledger: { ...ledger, ...ofLedger } });
  const readerOf = (urls: readonly string[], attemptMs = 60_000) => xrpReader(chainOf('xrp'), urls, { attemptMs });
  const reader = (...nodes: readonly { url: string }[]) => readerOf(nodes.map(({ url }) => url));
  /** What a server answers of the ledger it is still making. */
  const open = result({
    ledger: { closed: false, ledger_index: height, parent_hash: ledger.parent_hash },
    validated: false,
  });

  it('is found as the newest validated ledger, without its transactions', async () => {
    let asked: unknown;
    const server = await node(async (request, response) => {
      asked = JSON.parse(await text(request));
      response.end(JSON.stringify(answer({}, { transactions: undefined })));
    });
    expect(await reader(server).head(signal)).toBe(height);
    expect(asked).toMatchObject({ method: 'ledger', params: [{ ledger_index: 'validated', api_version: 2 }] });
    expect(await reader(server).header(height, signal)).toEqual(THE_LEDGER);
    expect(asked).toMatchObject({ method: 'ledger', params: [{ ledger_index: height, api_version: 2 }] });
    expect(JSON.stringify(asked)).not.toContain('transactions');
  });

  it('exists at every height', async () => {
    expect(await reader().heights(7, 9, signal)).toEqual([7, 8, 9]);
    expect(await reader().heights(7, 7, signal)).toEqual([7]);
    expect(await reader().heights(7, 6, signal)).toEqual([]);
  });

  it('is complete, and each transaction is decoded on demand', async () => {
    let asked: unknown;
    const server = await node(async (request, response) => {
      asked = JSON.parse(await text(request));
      response.end(JSON.stringify(answer({})));
    });
    const { transactions, ...its } = await reader(server).block(height, signal);
    expect(its).toEqual(THE_LEDGER);
    expect(asked).toMatchObject({
      params: [{ ledger_index: height, transactions: true, expand: true, api_version: 2 }],
    });
    expect(transactions).toHaveLength(19);
    for (const { transaction, undecoded } of await decodeAll({ transactions })) {
      expect(undecoded).toBeNull();
      expect(transaction).toMatchObject({ blockNumber: height, blockTimestamp: THE_LEDGER.timestamp });
    }
  });

  const faults: [string, () => Promise<{ url: string }>][] = [
    ['is busy', () => answering(refused('slowDown'))],
    ['is busy, by its HTTP status', () => answering(refused('slowDown'), 503)],
    ['has lost the network', () => answering(refused('noNetwork'))],
    ['is catching up', () => answering(refused('noCurrent'))],
    ['does not know the version', () => answering(refused('invalid_API_version'))],
    ['does not have it', () => answering(refused('lgrNotFound'))],
    ['has yet to validate it', () => answering(answer({ validated: false }))],
    ['does not say whether it is validated', () => answering(answer({ validated: undefined }))],
    ['is still making it', () => answering(open)],
    ['names no parent', () => answering(answer({}, { parent_hash: undefined }))],
    ['cuts its answer off', () => answering(JSON.stringify(answer({})).slice(0, -40))],
  ];
  it.each(faults)('is read from the next node when a node %s', async (_what, faulty) => {
    const good = await answering(answer({}));
    expect(await reader(await faulty(), good).head(signal)).toBe(height);
    expect(await reader(await faulty(), good).header(height, signal)).toEqual(THE_LEDGER);
    expect(await reader(await faulty(), good).block(height, signal)).toMatchObject(THE_LEDGER);
  });

  it('is read from the next node when a node does not answer', async () => {
    const urls = [(await hung()).url, ...thrice((await answering(answer({}))).url)];
    expect(await readerOf(urls, 500).head(signal)).toBe(height);
    expect(await readerOf(urls, 500).header(height, signal)).toEqual(THE_LEDGER);
    expect(await readerOf(urls, 500).block(height, signal)).toMatchObject(THE_LEDGER);
  });

  it.each([
    ['answers another', () => answering(answer({}, { ledger_index: height + 1 }))],
    ['does not hold its transactions', () => answering(answer({}, { transactions: [] }))],
    ['holds their hashes only', () => answering(answer({}, { transactions: ['AB'.repeat(32)] }))],
  ])('is read from the next node when a node %s', async (_what, faulty) => {
    const good = await answering(answer({}));
    expect(await reader(await faulty(), good).block(height, signal)).toMatchObject(THE_LEDGER);
  });

  it('is missing when every node says so', async () => {
    const [one, other] = [await answering(refused('lgrNotFound')), await answering(refused('lgrNotFound'))];
    expect(await reader(one, other).header(height, signal)).toBeNull();
    expect([one.requests, other.requests]).toEqual([1, 1]);
  });

  it('may exist as long as one node does not deny it', async () => {
    const [one, other] = [await answering(refused('lgrNotFound')), await answering(refused('slowDown'))];
    await expect(reader(one, other).header(height, signal)).rejects.toThrow(ChainUnavailableError);
    await expect(reader(one).block(height, signal)).rejects.toThrow(ChainUnavailableError);
    await expect(reader().header(height, signal)).rejects.toThrow('no RPC node is configured');
  });
});
