import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { formatUnits } from 'ethers';
import * as z from 'zod';
import { decodeTransaction } from '../../../lib/chains/evm/evm-decode.ts';
import { logEffects } from '../../../lib/chains/evm/log-effects.ts';
import { EvmBlockHeader, EvmReceipt, EvmTransaction } from '../../../lib/chains/evm/schema.ts';
import type { TokenInfo } from '../../../lib/chains/port/family.ts';
import { type Chain, chainIds, chainOf } from '../../../lib/chains/registry.ts';
import { viewOf } from '../../../lib/transactions/view.ts';
import { normalise } from '../../../lib/values/decimal.ts';
import { type Truth, truths } from './truths.ts';

const fixtures = new URL('../../fixtures/evm/', import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, fixtures), 'utf8'));

const Recorded = z.object({
  chainId: z.number(),
  transaction: EvmTransaction,
  receipt: EvmReceipt,
  block: EvmBlockHeader,
});
const RecordedBlock = z.object({
  chainId: z.number(),
  block: EvmBlockHeader.extend({ transactions: z.array(EvmTransaction) }),
  receipts: z.array(EvmReceipt),
});
/** The chain of a recording. Ethereum stands for networks that the registry lacks, such as Base Goerli. */
const chainWith = (chainId: number) => chainOf(chainIds.find((id) => chainOf(id).chainId === chainId) ?? 'ethereum');

/** The symbols and decimals of the tokens of a recording, from the expected facts. */
const tokensOf = (truth: Truth): Map<string, TokenInfo> =>
  new Map(
    truth.tokenTransfers.map(({ contract, symbol, decimals }) => [
      contract,
      { symbol: symbol ?? null, decimals: decimals ?? null },
    ]),
  );

const expectedMovements = (truth: Truth, nativeSymbol: string) => [
  ...(truth.nativeWei === '0' || truth.status === 'failed'
    ? []
    : [
        {
          asset: nativeSymbol,
          tokenAddress: null,
          tokenId: null,
          standard: 'native',
          from: truth.from,
          to: truth.to ?? truth.contractAddress,
          amount: normalise(formatUnits(truth.nativeWei, 18)),
          origin: 'value',
        },
      ]),
  ...truth.tokenTransfers.map(({ standard, contract, symbol, decimals, from, to, raw, amount, tokenId }) => ({
    asset: symbol ?? contract,
    tokenAddress: contract,
    tokenId: tokenId ?? null,
    standard,
    from,
    to,
    amount: amount ?? raw ?? '1',
    ...(standard === 'ERC-20' && typeof decimals !== 'number' && { isRaw: true }),
    ...(/^0x0{40}$/.test(from) && { isMint: true }),
    origin: 'log',
  })),
];

/** The fields that the decoded transaction must have. Omits `kind` and the names of unknown methods. */
function expectedOf(truth: Truth, chain: Chain) {
  return {
    hash: truth.hash,
    blockNumber: truth.blockNumber,
    blockTimestamp: truth.blockTimestamp,
    status: truth.status === 'failed' ? 'failed' : 'success',
    fromAddress: truth.from,
    toAddress: truth.to,
    methodSelector: truth.selector,
    gasPriceGwei: normalise(formatUnits(truth.gasPriceWei, 9)),
    feeAmount: normalise(formatUnits(BigInt(truth.feeWei) + BigInt(truth.l1FeeWei), 18)),
    movements: expectedMovements(truth, chain.nativeSymbol),
    ...(truth.signature && { methodName: truth.signature.split('(')[0] }),
  };
}

function decodeFile(file: string, truth: Truth) {
  const { chainId, transaction, receipt, block } = Recorded.parse(read(file));
  const chain = chainWith(chainId);
  return {
    chain,
    decoded: decodeTransaction(chain, transaction, receipt, block, {
      calls: [],
      ...logEffects(receipt, null),
      tokens: tokensOf(truth),
    }),
  };
}

describe('decodeTransaction, on recorded EVM transactions,', () => {
  const matched: Record<string, { matched: number; known: number }> = {};
  afterAll(() => {
    const rows = Object.entries(matched).map(
      ([fact, count]) => `  ${fact.padEnd(16)} ${count.matched} of ${count.known}`,
    );
    process.stdout.write(`${['Facts of recorded transactions matched:', ...rows].join('\n')}\n`);
  });

  it.each(truths)('gives the expected facts of $file ($why)', ({ file, truth }) => {
    const { chain, decoded } = decodeFile(file, truth);
    const expected = expectedOf(truth, chain);
    for (const [fact, value] of Object.entries({ ...expected, ...(truth.txType && { txType: truth.txType }) })) {
      matched[fact] ??= { matched: 0, known: 0 };
      matched[fact].known += 1;
      const receiver = decoded.movements.at(0)?.to ?? decoded.fromAddress;
      const actual = { ...decoded, txType: viewOf(decoded, receiver, () => false).txType };
      expect(actual).toHaveProperty(fact, value);
      matched[fact].matched += 1;
    }
  });

  it('has expected facts for every recording', () => {
    const recorded = readdirSync(new URL('tx/', fixtures)).map((file) => `tx/${file}`);
    expect(truths.map(({ file }) => file).sort()).toEqual(recorded.sort());
  });
});

describe('decodeTransaction, on recorded EVM blocks,', () => {
  const byHash = new Map(truths.map(({ truth }) => [truth.hash, truth]));

  it.each(readdirSync(new URL('blocks/', fixtures)))('decodes every transaction of %s', (file) => {
    const { chainId, block, receipts } = RecordedBlock.parse(read(`blocks/${file}`));
    const chain = chainWith(chainId);
    expect(receipts).toHaveLength(block.transactions.length);
    for (const transaction of block.transactions) {
      const receipt = receipts.find(({ transactionHash }) => transactionHash === transaction.hash);
      if (receipt === undefined) throw new Error(`the recording has no receipt of ${transaction.hash}`);
      const truth = byHash.get(transaction.hash);
      const decoded = decodeTransaction(chain, transaction, receipt, block, {
        calls: [],
        ...logEffects(receipt, null),
        tokens: truth ? tokensOf(truth) : new Map(),
      });
      expect(decoded.blockNumber).toBe(Number(block.number));
      if (truth !== undefined) expect(decoded).toMatchObject(expectedOf(truth, chain));
    }
  });
});

const SENDER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CREATED = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

describe('decodeTransaction, on EVM transactions that no recording contains,', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const transaction = { hash, blockHash: hash, from: SENDER, to: null, value: 0n, input: '0x6080', gasPrice: 7n };
  const receipt = { transactionHash: hash, blockHash: hash, status: 1n, gasUsed: 10n, logs: [] };
  const block = { hash, number: 5n, timestamp: 1_700_000_000n };
  const ethereum = chainOf('ethereum');
  const nothing = { calls: [], transfers: [], approvals: [], authority: [], tokens: new Map<string, TokenInfo>() };

  it('decodes the creation of a contract as a deploy, and the value goes to the contract', () => {
    const deployed = { ...receipt, contractAddress: CREATED };
    const decoded = decodeTransaction(ethereum, { ...transaction, value: 1n }, deployed, block, nothing);
    expect(decoded).toMatchObject({ kind: 'contract_deploy', toAddress: null, methodName: null, methodSelector: null });
    expect(decoded.movements).toMatchObject([{ from: SENDER, to: CREATED, amount: '0.000000000000000001' }]);
  });

  it('adds the fee for blobs to the fee for gas', () => {
    const withBlobs = { ...receipt, effectiveGasPrice: 3n, blobGasUsed: 131_072n, blobGasPrice: 2n };
    const { feeAmount } = decodeTransaction(ethereum, { ...transaction, to: CREATED }, withBlobs, block, nothing);
    expect(feeAmount).toBe('0.000000000000262174');
  });

  it('uses the gas price of the transaction when the receipt has none', () => {
    const { gasPriceGwei, feeAmount } = decodeTransaction(ethereum, transaction, receipt, block, nothing);
    expect([gasPriceGwei, feeAmount]).toEqual(['0.000000007', '0.00000000000000007']);
  });

  it('decodes calldata that is too short for a selector as a call', () => {
    const odd = { ...transaction, to: CREATED, input: '0x6080' };
    expect(decodeTransaction(ethereum, odd, receipt, block, nothing)).toMatchObject({
      kind: 'contract_call',
      methodName: null,
    });
  });
});
