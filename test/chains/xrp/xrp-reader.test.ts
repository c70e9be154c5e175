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
if (recorded === undefined) throw new Error('no recording contains the payment');
const found = answerOf(recorded);
const { signal } = new AbortController();

const result = (value: unknown) => ({ result: value });
const refused = (error: string) => result({ status: 'error', error, error_code: 1, request: { command: 'tx' } });
/** The default time limit is long enough for every answer. Tests of slow nodes set a shorter limit. */
const lookUp = (urls: readonly string[], attemptMs = 60_000) =>
  xrpReader(chainOf('xrp'), urls, { attemptMs }).lookup(HASH, signal);
const THE_PAYMENT = { chain: 'xrp', hash: HASH, blockNumber: 74682627, blockTimestamp: '2022-09-27T19:03:12.000Z' };

describe('the lookup of an XRP transaction', () => {
  it('requests the form of API version 2', async () => {
    let requestBody: unknown;
    const server = await node(async (request, response) => {
      requestBody = JSON.parse(await text(request));
      response.end(JSON.stringify(result(found)));
    });
    expect(await lookUp([server.url])).toMatchObject(THE_PAYMENT);
    expect(requestBody).toMatchObject({ method: 'tx', params: [{ transaction: HASH, binary: false, api_version: 2 }] });
  });

  it('also reads the form of API version 1', async () => {
    const { tx_json, close_time_iso: _, ...more } = found;
    const flat = { ...more, ...Object(tx_json), date: 717620592, validated: true };
    expect(await lookUp([(await answering(result(flat))).url])).toEqual(
      await lookUp([(await answering(result(found))).url]),
    );
  });

  it('is null when the server does not know the hash', async () => {
    expect(await lookUp([(await answering(refused('txnNotFound'))).url])).toBeNull();
  });

  it.each([
    ['says that the ledger is not validated', { ...found, validated: false }],
    ['does not say that the ledger is validated', { ...found, validated: undefined }],
  ])('is null when the answer %s', async (_why, answer) => {
    expect(await lookUp([(await answering(result(answer))).url])).toBeNull();
  });

  it.each([
    ['HTTP status 502', () => answering('bad gateway', 502)],
    ['HTTP status 429', () => answering('slow down', 429)],
    ['a truncated answer', () => answering(JSON.stringify(result(found)).slice(0, -40))],
    ['a JSON-RPC error', () => answering({ error: { code: -32600, message: 'no' } })],
    ['the error slowDown', () => answering(refused('slowDown'))],
    ['another transaction', () => answering(result({ ...found, hash: 'AB'.repeat(32) }))],
    ['another transaction that is not validated', () => answering(result({ hash: 'AB'.repeat(32), validated: false }))],
    ['a transaction without its metadata', () => answering(result({ ...found, meta: undefined }))],
    ['metadata in binary', () => answering(result({ ...found, meta: '201C00000001' }))],
    ['a transaction that cannot be decoded', () => answering(result({ ...found, tx_json: { Fee: 'much' } }))],
    [
      'a transaction without a time',
      () =>
        answering(
          result({ ...found, close_time_iso: undefined, tx_json: { ...Object(found.tx_json), date: undefined } }),
        ),
    ],
  ])('asks the next node after %s', async (_what, faulty) => {
    const bad = await faulty();
    const good = await answering(result(found));
    expect(await lookUp([bad.url, good.url])).toMatchObject(THE_PAYMENT);
    expect([bad.requests, good.requests]).toEqual([1, 1]);
  });

  it('asks the next node when a node does not answer', async () => {
    const [mute, good] = [await hung(), await answering(result(found))];
    expect(await lookUp([mute.url, ...thrice(good.url)], 500)).toMatchObject(THE_PAYMENT);
  });

  it('throws ChainUnavailableError when no node gives a usable answer', async () => {
    const bad = await answering(refused('noNetwork'));
    await expect(lookUp([bad.url])).rejects.toThrow(ChainUnavailableError);
    await expect(lookUp([])).rejects.toThrow('no RPC node is configured');
  });
});

describe('a ledger that the XRP reader reads', () => {
  const recorded = ledgers.find(({ file }) => file === '11119602.json');
  if (recorded === undefined) throw new Error('no recording contains the ledger');
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
  /** The answer of a server for a ledger that the server has not closed. */
  const open = result({
    ledger: { closed: false, ledger_index: height, parent_hash: ledger.parent_hash },
    validated: false,
  });

  it('is requested without its transactions for the head and for the header', async () => {
    let requestBody: unknown;
    const server = await node(async (request, response) => {
      requestBody = JSON.parse(await text(request));
      response.end(JSON.stringify(answer({}, { transactions: undefined })));
    });
    expect(await reader(server).head(signal)).toBe(height);
    expect(requestBody).toMatchObject({ method: 'ledger', params: [{ ledger_index: 'validated', api_version: 2 }] });
    expect(await reader(server).header(height, signal)).toEqual(THE_LEDGER);
    expect(requestBody).toMatchObject({ method: 'ledger', params: [{ ledger_index: height, api_version: 2 }] });
    expect(JSON.stringify(requestBody)).not.toContain('transactions');
  });

  it('exists at every height', async () => {
    expect(await reader().heights(7, 9, signal)).toEqual([7, 8, 9]);
    expect(await reader().heights(7, 7, signal)).toEqual([7]);
    expect(await reader().heights(7, 6, signal)).toEqual([]);
  });

  it('is complete, and each transaction decodes without an error', async () => {
    let requestBody: unknown;
    const server = await node(async (request, response) => {
      requestBody = JSON.parse(await text(request));
      response.end(JSON.stringify(answer({})));
    });
    const { transactions, ...header } = await reader(server).block(height, signal);
    expect(header).toEqual(THE_LEDGER);
    expect(requestBody).toMatchObject({
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
    ['is busy and answers HTTP status 503', () => answering(refused('slowDown'), 503)],
    ['has lost the network', () => answering(refused('noNetwork'))],
    ['is catching up', () => answering(refused('noCurrent'))],
    ['does not know the API version', () => answering(refused('invalid_API_version'))],
    ['does not have the ledger', () => answering(refused('lgrNotFound'))],
    ['has not validated the ledger', () => answering(answer({ validated: false }))],
    ['does not say whether the ledger is validated', () => answering(answer({ validated: undefined }))],
    ['has not closed the ledger', () => answering(open)],
    ['names no parent of the ledger', () => answering(answer({}, { parent_hash: undefined }))],
    ['truncates its answer', () => answering(JSON.stringify(answer({})).slice(0, -40))],
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
    ['answers another ledger', () => answering(answer({}, { ledger_index: height + 1 }))],
    ['answers without the transactions of the ledger', () => answering(answer({}, { transactions: [] }))],
    ['answers only the hashes of the transactions', () => answering(answer({}, { transactions: ['AB'.repeat(32)] }))],
  ])('is read from the next node when a node %s', async (_what, faulty) => {
    const good = await answering(answer({}));
    expect(await reader(await faulty(), good).block(height, signal)).toMatchObject(THE_LEDGER);
  });

  it('has no header when every node says that the ledger is missing', async () => {
    const [first, second] = [await answering(refused('lgrNotFound')), await answering(refused('lgrNotFound'))];
    expect(await reader(first, second).header(height, signal)).toBeNull();
    expect([first.requests, second.requests]).toEqual([1, 1]);
  });

  it('is unavailable and not missing when a node does not say that the ledger is missing', async () => {
    const [first, second] = [await answering(refused('lgrNotFound')), await answering(refused('slowDown'))];
    await expect(reader(first, second).header(height, signal)).rejects.toThrow(ChainUnavailableError);
    await expect(reader(first).block(height, signal)).rejects.toThrow(ChainUnavailableError);
    await expect(reader().header(height, signal)).rejects.toThrow('no RPC node is configured');
  });
});
