import { describe, expect, it } from '@jest/globals';
import { decodeTransaction } from '../../../lib/chains/evm/evm-decode.ts';
import { EvmReceipt, EvmTransaction } from '../../../lib/chains/evm/schema.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { viewOf } from '../../../lib/transactions/view.ts';
import { OURS, THEIRS } from '../../support/records.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const NOBODY = `0x${'0'.repeat(40)}`;
const ONE = '0xde0b6b3a7640000';

/** A deposit from Ethereum to an OP stack chain, as a wallet sees it: 1 ETH is created for the wallet and paid on. */
function deposit(to: string, more: object = {}) {
  const transaction = EvmTransaction.parse({
    type: '0x7e',
    hash: HASH,
    blockHash: HASH,
    from: OURS,
    to,
    value: ONE,
    input: '0x',
    gasPrice: '0x0',
    mint: ONE,
    ...more,
  });
  const receipt = EvmReceipt.parse({
    transactionHash: HASH,
    blockHash: HASH,
    status: '0x1',
    from: OURS,
    to,
    gasUsed: '0x5208',
    effectiveGasPrice: '0x0',
    l1Fee: '0x0',
    logs: [],
  });
  const block = { hash: HASH, number: 1n, timestamp: 1_700_000_000n };
  const effects = { transfers: [], approvals: [], authority: [], calls: [], tokens: new Map() };
  return viewOf(decodeTransaction(chainOf('base'), transaction, receipt, block, effects), OURS, () => false);
}

const ends = ({ transfers }: ReturnType<typeof deposit>) =>
  transfers.map(({ from, to, amount, direction }) => [from, to, amount, direction]);

describe('a deposit from Ethereum to an OP stack chain', () => {
  it('to oneself is an inbound payment of the amount, beside the payment to oneself', () => {
    const view = deposit(OURS);
    expect(view).toMatchObject({ direction: 'inbound', txType: 'transfer', tokenAmount: '1', fromAddress: NOBODY });
    expect(ends(view)).toEqual([
      [NOBODY, OURS, '1', 'inbound'],
      [OURS, OURS, '1', 'internal'],
    ]);
  });

  it('to another address is an outbound payment, which the deposit pays for', () => {
    const view = deposit(THEIRS);
    expect(view).toMatchObject({ direction: 'outbound', txType: 'transfer', tokenAmount: '1', toAddress: THEIRS });
    expect(ends(view)).toEqual([
      [OURS, THEIRS, '1', 'outbound'],
      [NOBODY, OURS, '1', 'inbound'],
    ]);
  });

  it('without coins moves only its value', () => {
    expect(ends(deposit(THEIRS, { mint: '0x0' }))).toEqual([[OURS, THEIRS, '1', 'outbound']]);
    expect(ends(deposit(THEIRS, { mint: null }))).toEqual([[OURS, THEIRS, '1', 'outbound']]);
  });
});
