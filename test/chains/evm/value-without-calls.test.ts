import { describe, expect, it } from '@jest/globals';
import { id, ZeroAddress, zeroPadValue } from 'ethers';
import { decodeTransaction } from '../../../lib/chains/evm/evm-decode.ts';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import { tokenTransfers } from '../../../lib/chains/evm/logs.ts';
import { EvmReceipt, EvmTransaction } from '../../../lib/chains/evm/schema.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { nodes, nodeWith, recordedBlocks } from './recorded.ts';

const signal = new AbortController().signal;
const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const HASH = `0x${'ab'.repeat(32)}`;
const word = (value: string): string => zeroPadValue(value, 32).slice(2);

const recorded = recordedBlocks.find(({ file }) => file.includes('18000000'));
if (recorded === undefined) throw new Error('the block with withdrawals is not recorded');

const tracesWith = (calls: readonly object[]) =>
  recorded.block.transactions.map(({ hash, from, to, value }) => {
    const result = { type: 'CALL', from, to, value: `0x${BigInt(String(value)).toString(16)}`, calls };
    return { txHash: hash, result };
  });

describe('a block of an EVM chain', () => {
  it('pays validators, and each payout is a transaction with a hash of its own', async () => {
    const { urls } = nodes(nodeWith(recorded));
    const { transactions } = await evmReader(chainOf('ethereum'), urls).block(recorded.height, signal);
    const payouts = transactions.slice(recorded.block.transactions.length);
    expect(payouts).toHaveLength(16);
    expect(new Set(payouts.map(({ hash }) => hash)).size).toBe(16);
    for (const { parties, decode } of payouts) {
      const { transaction } = await decode(signal);
      const [movement] = transaction.movements;
      expect(movement).toMatchObject({
        origin: 'withdrawal',
        asset: 'ETH',
        amount: expect.stringMatching(/^0\.0\d+$/),
      });
      expect(parties).toEqual([movement?.to.toLowerCase()]);
    }
  });

  it('has the ends of calls among its parties when the scan asks for the traces of the block', async () => {
    const payee = `0x${'c0'.repeat(20)}`;
    const traces = tracesWith([{ type: 'CALL', from: ALICE, to: payee, value: '0x1' }]);
    const { urls, calls } = nodes({ ...nodeWith(recorded), debug_traceBlockByHash: () => traces });
    const reader = evmReader(chainOf('ethereum'), urls);
    expect(await reader.block(recorded.height, signal)).toMatchObject({ isTraced: false });
    const { transactions, isTraced } = await reader.block(recorded.height, signal, { traces: true });
    expect(isTraced).toBe(true);
    const [first] = transactions;
    expect(first?.parties).toContain(payee);
    expect(calls.flat().filter((method) => method === 'debug_traceBlockByHash')).toHaveLength(1);
  });

  // Polygon ends a block with such a transaction when it takes over messages of Ethereum.
  it('is traced though the traces leave out the transaction that the chain itself made', async () => {
    const { transactions } = recorded.block;
    const made = { ...transactions.at(-1), from: ZeroAddress, to: ZeroAddress };
    const block = { ...recorded.block, transactions: [...transactions.slice(0, -1), made] };
    const traces = tracesWith([]).slice(0, -1);
    const { urls } = nodes({ ...nodeWith({ ...recorded, block }), debug_traceBlockByHash: () => traces });
    const read = await evmReader(chainOf('polygon'), urls).block(recorded.height, signal, { traces: true });
    expect(read.isTraced).toBe(true);
  });
});

const receipt = EvmReceipt.parse({
  transactionHash: HASH,
  blockHash: HASH,
  status: '0x1',
  from: ALICE,
  to: BOB,
  gasUsed: '0x5208',
  effectiveGasPrice: '0x7',
  logs: [],
});
const block = { hash: HASH, number: 5n, timestamp: 1_700_000_000n };
const effects = { calls: [], transfers: [], approvals: [], authority: [], tokens: new Map() };

describe('a transaction of an unknown type', () => {
  it('has the ends, the fee and the outcome of its receipt', () => {
    const unknown = EvmTransaction.parse({ hash: HASH, blockHash: HASH, type: '0x76', calls: [], value: ['0x1'] });
    expect(decodeTransaction(chainOf('ethereum'), unknown, receipt, block, effects)).toMatchObject({
      fromAddress: ALICE,
      toAddress: BOB,
      status: 'success',
      kind: 'contract_call',
      feeAmount: '0.000000000000147',
      movements: [],
    });
  });

  it('must have all its fields when its type is known', () => {
    expect(EvmTransaction.safeParse({ hash: HASH, blockHash: HASH, type: '0x2' }).success).toBe(false);
  });
});

describe('a Transfer event without indexed ends', () => {
  const data = `0x${word(ALICE)}${word(BOB)}${word('0x07')}`;
  const transfers = tokenTransfers([{ address: TOKEN, topics: [id('Transfer(address,address,uint256)')], data }]);
  const movements = (decimals: number | null) => {
    const tokens = new Map([[TOKEN, { symbol: 'CK', decimals }]]);
    const plain = EvmTransaction.parse({
      hash: HASH,
      blockHash: HASH,
      from: ALICE,
      to: TOKEN,
      value: '0x0',
      input: '0x',
    });
    return decodeTransaction(chainOf('ethereum'), plain, receipt, block, { ...effects, transfers, tokens }).movements;
  };

  it('moves the token with this id when the contract has no decimals', () => {
    expect(movements(null)).toMatchObject([
      { from: ALICE, to: BOB, standard: 'ERC-721', tokenId: '7', amount: '1', origin: 'log' },
    ]);
  });

  it('moves this amount when the contract has decimals', () => {
    expect(movements(1)).toMatchObject([{ from: ALICE, to: BOB, standard: 'ERC-20', tokenId: null, amount: '0.7' }]);
  });
});
