import { afterEach, describe, expect, it } from '@jest/globals';
import Big from 'big.js';
import { chainOf } from '../../../lib/chains/registry.ts';
import { ACCOUNT_ZERO } from '../../../lib/chains/xrp/asset.ts';
import { ledgerAnswer } from '../../../lib/chains/xrp/ledger.ts';
import { blockOf } from '../../../lib/chains/xrp/xrp-block.ts';
import { xrpReader } from '../../../lib/chains/xrp/xrp-reader.ts';
import { isTouched } from '../../../lib/transactions/view.ts';
import {
  RECORDED_PAYMENT,
  type RecordedLedgersOptions,
  startRecordedLedgers,
  TAGGED_PAYMENT,
} from '../../../local/chains/recorded-ledgers.ts';
import { ALICE } from '../../chains/xrp/built.ts';
import { decodeAll, ledgers } from '../../chains/xrp/recorded.ts';
import { gained } from '../../chains/xrp/sums.ts';
import { quiet } from '../../support/quiet.ts';

quiet();
const { signal } = new AbortController();

const started: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()));
});
async function start(options?: RecordedLedgersOptions) {
  const server = await startRecordedLedgers(options);
  started.push(server);
  return { server, reader: xrpReader(chainOf('xrp'), [server.url], { attemptMs: 60_000 }) };
}
const ask = async (url: string, body: unknown): Promise<unknown> =>
  (await fetch(url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })).json();

describe('The server of recorded ledgers', () => {
  it('serves the longest run of ledgers to the XRP reader, in the format of version 2', async () => {
    const { server, reader } = await start();
    const { first, last } = server;
    expect({ first, last }).toEqual({ first: 11_119_607, last: 11_119_613 });
    expect(await reader.head(signal)).toBe(last);
    let parent: string | undefined;
    for (const height of await reader.heights(first, last, signal)) {
      const block = await reader.block(height, signal);
      const archived = ledgers.find((each) => each.height === height);
      const known = blockOf(chainOf('xrp'), ledgerAnswer(height).parse(archived?.raw));
      expect(await decodeAll(block)).toEqual(await decodeAll(known));
      expect(block.transactions.map(({ parties }) => parties)).toEqual(
        known.transactions.map(({ parties }) => parties),
      );
      const { transactions: _, ...header } = block;
      expect(await reader.header(height, signal)).toEqual(header);
      expect(header.parentHash).toBe(parent ?? header.parentHash);
      parent = header.hash;
    }
  });

  it('contains the payment of the demo, which a look-up finds', async () => {
    const { server, reader } = await start();
    const { ledger, hash, from, to, amount } = RECORDED_PAYMENT;
    const payment = await reader.lookup(hash, signal);
    expect(payment).toMatchObject({
      blockNumber: ledger,
      kind: 'transfer',
      status: 'success',
      movements: [{ from, to, amount, asset: 'XRP', standard: 'native' }],
    });
    const heights = await reader.heights(server.first, server.last, signal);
    const blocks = await Promise.all(heights.map((height) => reader.block(height, signal)));
    const all = (await Promise.all(blocks.map(decodeAll))).flat().map(({ transaction }) => transaction);
    expect(all.filter((each) => isTouched(each, from) || isTouched(each, to))).toEqual([payment]);
  });

  it('contains the payment of the demo with a destination tag, in the ledger before', async () => {
    const { reader } = await start();
    const { ledger, hash, to, destinationTag, memo } = TAGGED_PAYMENT;
    expect(ledger).toBe(RECORDED_PAYMENT.ledger - 1);
    expect(await reader.lookup(hash, signal)).toMatchObject({
      ...{ blockNumber: ledger, status: 'success', toAddress: to, destinationTag },
      references: [{ kind: 'memo', value: memo }],
    });
  });

  it('answers balances whose changes are the movements and fees of each ledger', async () => {
    const { server, reader } = await start();
    let changed = 0;
    for (let height = server.first + 1; height <= server.last; height += 1) {
      const [parent, block] = [await reader.header(height - 1, signal), await reader.block(height, signal)];
      const decoded = (await decodeAll(block)).map(({ transaction }) => transaction);
      const native = decoded.flatMap(({ movements }) => movements).filter(({ standard }) => standard === 'native');
      const ends = [...decoded.map((each) => each.fromAddress), ...native.flatMap(({ from, to }) => [from, to])];
      const accounts = [...new Set(ends)].filter((account) => account !== ACCOUNT_ZERO);
      const [before, after] = [
        parent && (await reader.accounts?.(accounts, parent, signal)),
        await reader.accounts?.(accounts, block, signal),
      ];
      expect([before?.height, after?.height]).toEqual([height - 1, height]);
      for (const account of accounts) {
        const fees = decoded.filter(({ fromAddress }) => fromAddress === account);
        const paid = fees.reduce((sum, { feeAmount }) => sum.plus(feeAmount), new Big(0));
        const expected = gained(native, account).minus(paid);
        const actual = new Big(after?.amounts.get(account) ?? '').minus(before?.amounts.get(account) ?? '');
        expect([height, account, actual.toFixed()]).toEqual([height, account, expected.toFixed()]);
        changed += 1;
      }
    }
    expect(changed).toBeGreaterThan(60);
  });

  it('answers the balance of an account before its first change and after its last change', async () => {
    const { server, reader } = await start();
    const { ledger, from, to } = RECORDED_PAYMENT;
    const at = async (height: number) => {
      const header = await reader.header(height, signal);
      return header && (await reader.accounts?.([from, to, ALICE], header, signal))?.amounts;
    };
    const [before, after] = [await at(ledger - 1), await at(ledger)];
    expect(await at(server.first)).toEqual(before);
    expect(await at(server.last)).toEqual(after);
    expect(before?.get(from)).not.toBe(after?.get(from));
    // No recorded transaction names this account.
    expect(after?.get(ALICE)).toBe('0');
  });

  it('answers not found for other ledgers and transactions', async () => {
    const { server, reader } = await start();
    expect(await reader.header(server.first - 1, signal)).toBeNull();
    expect(await reader.header(server.last + 1, signal)).toBeNull();
    expect(await reader.lookup('AB'.repeat(32), signal)).toBeNull();
  });

  it('validates the next ledger on each call of advance', async () => {
    const { server, reader } = await start({ head: 11_119_612 });
    const lastPayment = '23AF0B3DFEF650ACDB360F27A68F6C580DD3D2308A6C72545388A922310B6D2B';
    expect(await reader.head(signal)).toBe(11_119_612);
    expect(await reader.header(server.last, signal)).toBeNull();
    expect(await reader.lookup(lastPayment, signal)).toBeNull();
    expect(server.advance()).toBe(true);
    expect(server.head).toBe(server.last);
    expect(await reader.head(signal)).toBe(server.last);
    expect(await reader.lookup(lastPayment, signal)).toMatchObject({ blockNumber: server.last });
    expect(server.advance()).toBe(false);
  });

  it('lists only the hashes of transactions unless the request expands them', async () => {
    const { server } = await start();
    const params = [{ ledger_index: 'validated', transactions: true }];
    const hashes = expect.arrayContaining([expect.stringMatching(/^[0-9A-F]{64}$/)]);
    expect(await ask(server.url, { method: 'ledger', params })).toMatchObject({
      result: { validated: true, status: 'success', ledger: { ledger_index: server.last, transactions: hashes } },
    });
  });

  it('refuses malformed requests', async () => {
    const { server } = await start();
    for (const body of [
      'not JSON',
      {},
      { method: 'fee' },
      { method: 'ledger', params: [{ ledger_index: 'newest' }] },
    ]) {
      expect(await ask(server.url, body)).toMatchObject({ result: { status: 'error', error: 'invalidParams' } });
    }
  });

  it('throws for a head that is not in the run', async () => {
    await expect(startRecordedLedgers({ head: 7 })).rejects.toThrow('from 11119607 to 11119613');
  });
});
