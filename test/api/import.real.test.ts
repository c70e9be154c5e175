import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import { type ApiClient, invalid, NOT_FOUND, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import {
  addRule,
  addWallet,
  evmAddress,
  evmHash,
  importBody,
  importInto,
  solanaAddress,
  solanaHash,
  xrpAddress,
  xrpHash,
} from './samples.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let client: ApiClient;
let wallet: Wallet;
beforeAll(async () => {
  client = (await newOrganisation()).api;
  wallet = await addWallet(client);
});

const imported = (body: unknown) => client.call(routes.importTransaction, { body });
const refused = (more: object) => client.refused(routes.importTransaction, { body: importBody(wallet, more) });

describe('POST /api/transactions/import', () => {
  it('answers 201 with the whole record', async () => {
    const body = importBody(wallet, { blockTimestamp: '2026-03-01T12:00:00+01:00' });
    const { status, body: record } = await imported(body);
    const transfer = {
      asset: 'ETH',
      tokenAddress: null,
      tokenId: null,
      standard: 'native',
      from: body.fromAddress,
      to: wallet.address,
      amount: '1.5',
      valueUsd: '3750',
      direction: 'inbound',
      origin: 'value',
      lookalike: null,
    };
    expect({ status, record }).toEqual({
      status: 201,
      record: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        walletId: wallet.id,
        hash: body.hash,
        chain: 'ethereum',
        blockNumber: 19_000_000,
        blockTimestamp: '2026-03-01T11:00:00.000Z',
        direction: 'inbound',
        txType: 'transfer',
        status: 'success',
        fromAddress: body.fromAddress,
        toAddress: wallet.address,
        destinationTag: null,
        references: [],
        tokenSymbol: 'ETH',
        tokenAmount: '1.5',
        valueUsd: '3750',
        valueStatus: 'known',
        methodName: null,
        reorged: false,
        gasPriceGwei: null,
        feeAmount: '0',
        detail: 'logs',
        approvals: [],
        authority: [],
        omitted: { transfers: 0, approvals: 0, authority: 0 },
        verified: false,
        transfers: [transfer],
        notes: '',
        tags: [],
        annotatedBy: null,
        annotatedByName: null,
        source: 'import',
        createdAt: expect.stringMatching(INSTANT),
        wallet: { label: wallet.label, type: wallet.type, color: wallet.color, tags: [], externalId: null },
        fromLabel: null,
        toLabel: wallet.label,
        summary: `${wallet.label} received 1.5 ETH (3,750 USD) from 0x5290…9EE7`,
      },
    });
  });

  it('accepts the hash formats of all three families', async () => {
    const solana = await addWallet(client, { address: solanaAddress(), chains: ['solana'] });
    const xrp = await addWallet(client, { address: xrpAddress(), chains: ['xrp'] });
    const evm = { chain: 'ethereum', hash: evmHash(), fromAddress: evmAddress() };
    expect(await importInto(client, wallet, evm)).toMatchObject({ ...evm, tokenSymbol: 'ETH' });
    const sol = { chain: 'solana', hash: solanaHash(), fromAddress: solanaAddress() };
    expect(await importInto(client, solana, sol)).toMatchObject({ ...sol, tokenSymbol: 'SOL' });
    const ledger = { chain: 'xrp', hash: xrpHash(), fromAddress: xrpAddress() };
    expect(await importInto(client, xrp, ledger)).toMatchObject({ ...ledger, tokenSymbol: 'XRP' });
  });

  it('answers 200 with the stored record and alreadyExists for a known wallet and hash, in any case', async () => {
    const body = importBody(wallet);
    const first = await imported(body);
    const upper = `0x${body.hash.slice(2).toUpperCase()}`;
    for (const hash of [body.hash, upper]) {
      const again = await imported({ ...body, hash, valueDecimal: '99', chain: 'base' });
      expect(again).toMatchObject({ status: 200, body: { ...Object(first.body), alreadyExists: true } });
    }
    const xrp = await addWallet(client, { address: xrpAddress(), chains: ['xrp'] });
    const hash = xrpHash();
    const ledger = importBody(xrp, { chain: 'xrp', fromAddress: xrpAddress() });
    expect(await imported({ ...ledger, hash: hash.toLowerCase() })).toMatchObject({ status: 201, body: { hash } });
    expect((await imported({ ...ledger, hash })).status).toBe(200);
  });

  it('records the same hash once for each wallet', async () => {
    const other = await addWallet(client);
    const hash = evmHash();
    const one = await importInto(client, wallet, { hash });
    const two = await importInto(client, other, { hash });
    expect(one.id).not.toBe(two.id);
    const found = await client.ok(routes.lookupTransaction, { query: { hash } });
    expect(found).toMatchObject({ source: 'database', transactions: { length: 2 } });
  });

  it('derives the direction from the ends that are wallets of the organisation', async () => {
    const other = await addWallet(client);
    const stranger = evmAddress();
    const directionOf = async (fromAddress: string, toAddress: string) =>
      (await importInto(client, wallet, { fromAddress, toAddress })).direction;
    expect(await directionOf(stranger, wallet.address.toLowerCase())).toBe('inbound');
    expect(await directionOf(wallet.address, stranger)).toBe('outbound');
    expect(await directionOf(wallet.address, other.address)).toBe('internal');
    expect(await directionOf(stranger, evmAddress())).toBe('inbound');
  });

  it('keeps every digit of an amount and drops insignificant zeros', async () => {
    const amounts = {
      '0.000000000000000001': '0.000000000000000001',
      [String(2n ** 256n)]: '115792089237316195423570985008687907853269984665640564039457584007913129639936',
      '007.2500': '7.25',
      '0.0': '0',
    };
    for (const [valueDecimal, tokenAmount] of Object.entries(amounts)) {
      expect(await importInto(client, wallet, { valueDecimal })).toMatchObject({ tokenAmount });
    }
    expect(await importInto(client, wallet, { valueDecimal: undefined })).toMatchObject({ tokenAmount: '0' });
  });

  it('stores null and not zero as the USD value of an asset without a price', async () => {
    const record = await importInto(client, wallet, { tokenSymbol: 'OBSCURE' });
    expect(record).toMatchObject({ tokenSymbol: 'OBSCURE', valueUsd: null });
  });

  it('records a deploy without a recipient, and a failed transaction without transfers', async () => {
    const deploy = {
      fromAddress: wallet.address,
      toAddress: undefined,
      txType: 'contract_deploy',
      valueDecimal: undefined,
    };
    expect(await importInto(client, wallet, deploy)).toMatchObject({ toAddress: null, txType: 'contract_deploy' });
    expect(await importInto(client, wallet, { status: 'failed' })).toMatchObject({ status: 'failed', transfers: [] });
  });

  it('is 404 for a deleted wallet and for an unknown wallet', async () => {
    const gone = await addWallet(client);
    await client.ok(routes.deleteWallet, { params: { id: gone.id } });
    for (const id of [gone.id, crypto.randomUUID()]) {
      const body = importBody({ ...gone, id });
      expect(await client.refused(routes.importTransaction, { body })).toEqual(NOT_FOUND);
    }
  });

  const h = evmHash();
  const bad: [field: string, more: object][] = [
    ...['walletId', 'hash', 'chain', 'blockNumber', 'blockTimestamp', 'fromAddress'].map((field): [string, object] => [
      field,
      { [field]: undefined },
    ]),
    ['walletId', { walletId: 'x' }],
    ...['', h.slice(2), h.slice(0, -1), `${h}0`, `0x${'g'.repeat(64)}`, ` ${h}`, solanaHash(), 7].map(
      (hash): [string, object] => ['hash', { hash }],
    ),
    ['chain', { chain: 'dogecoin' }],
    ['chain', { chain: 'Ethereum' }],
    ['chain', { chain: 'solana', hash: solanaHash(), fromAddress: solanaAddress(), toAddress: solanaAddress() }],
    ['fromAddress', { fromAddress: '0x52908400098527886E0F7030069857D2E4169Ee7' }],
    ['fromAddress', { fromAddress: '' }],
    ['toAddress', { toAddress: xrpAddress() }],
    ...[-1, 1.5, '19000000', 2 ** 53, null].map((blockNumber): [string, object] => ['blockNumber', { blockNumber }]),
    ...['', 'yesterday', '2026-02-30', '2026-13-01T00:00:00Z', '1767225600', 1767225600, '2026-01-01 00:00:00'].map(
      (blockTimestamp): [string, object] => ['blockTimestamp', { blockTimestamp }],
    ),
    ...['1e999', '-1', '+1', '0x10', 'NaN', 'Infinity', '', '.5', '1.', '1,5', ' 1', '1'.repeat(400), 1.5].map(
      (valueDecimal): [string, object] => ['valueDecimal', { valueDecimal }],
    ),
    ['tokenSymbol', { tokenSymbol: '' }],
    ['tokenSymbol', { tokenSymbol: 'x'.repeat(65) }],
    ['tokenSymbol', { tokenSymbol: '\udc00' }],
    ['txType', { txType: 'swap' }],
    ['status', { status: 'pending' }],
    ['notes', { notes: 'not here' }],
  ];
  it.each(bad)('refuses an invalid %s: %j', async (field, more) => {
    expect(await refused(more)).toEqual(invalid(field));
  });

  it('names every invalid field, and stores nothing', async () => {
    const { api } = await newOrganisation();
    const mine = await addWallet(api);
    const more = { chain: 'x', blockNumber: -1, valueDecimal: '-1', surprise: 1 };
    const body = importBody(mine, more);
    const answer = await api.refused(routes.importTransaction, { body });
    expect(answer).toEqual(invalid('blockNumber', 'chain', 'surprise', 'valueDecimal'));
    const dependent = { hash: xrpHash(), fromAddress: 'nobody', toAddress: xrpAddress(), blockNumber: -1 };
    expect(await api.refused(routes.importTransaction, { body: importBody(mine, dependent) })).toEqual(
      invalid('blockNumber', 'fromAddress', 'hash', 'toAddress'),
    );
    expect((await api.ok(routes.listTransactions)).meta.total).toBe(0);
  });

  it('makes one record, and one event per rule, when 150 requests import the same hash into one wallet', async () => {
    const { api } = await newOrganisation();
    const mine = await addWallet(api);
    const rules = [
      await addRule(api),
      await addRule(api, { name: 'Big', ruleType: 'large_transfer', conditions: { value_usd: { gte: 1 } } }),
    ];
    const body = importBody(mine);
    const answers = await Promise.all(Array.from({ length: 150 }, () => api.call(routes.importTransaction, { body })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body: shown }) => Object(shown).alreadyExists === true)).toHaveLength(149);
    expect(new Set(answers.map(({ body: shown }) => Object(shown).id)).size).toBe(1);
    expect((await api.ok(routes.listTransactions)).meta.total).toBe(1);

    // A second transaction comes after the first in the stream. When the second has fired, the first is evaluated.
    const last = await importInto(api, mine);
    const events = await eventually(
      async () => (await api.ok(routes.listEvents)).data,
      (data) => data.filter(({ transactionId }) => transactionId === last.id).length === rules.length,
    );
    const first = events.filter(({ transactionId }) => transactionId !== last.id);
    expect(first.map(({ ruleId }) => ruleId).sort()).toEqual(rules.map(({ id }) => id).sort());
  });
});
