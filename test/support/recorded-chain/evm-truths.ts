import { readFileSync } from 'node:fs';
import { formatUnits } from 'ethers';
import * as z from 'zod';
import { normalise } from '../../../lib/values/decimal.ts';
import type { EvmChain } from '../../../local/chains/recorded/evm-recordings.ts';
import { type Expected, type Fact, placeFacts } from './truth.ts';

const Token = z.object({
  standard: z.enum(['ERC-20', 'ERC-721', 'ERC-1155']),
  contract: z.string(),
  symbol: z.string().nullish(),
  from: z.string(),
  to: z.string(),
  raw: z.string().optional(),
  amount: z.string().nullish(),
  tokenId: z.string().optional(),
});
const Truth = z.object({
  hash: z.string(),
  status: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  contractAddress: z.string().nullable(),
  nativeWei: z.string(),
  selector: z.string().nullable(),
  signature: z.string().nullable(),
  gasPriceWei: z.string(),
  /** The fee for gas, without `l1FeeWei`. */
  feeWei: z.string(),
  l1FeeWei: z.string().default('0'),
  tokenTransfers: z.array(Token),
  txType: z.string().optional(),
});
type Truth = z.output<typeof Truth>;

const truths = z
  .array(z.object({ file: z.string(), truth: Truth }))
  .parse(JSON.parse(readFileSync(new URL('../../fixtures/evm/expected.json', import.meta.url), 'utf8')));

/** The expected records of each address of a truth, on a chain whose native asset is ETH. */
export const evmExpected = (chain: EvmChain): Expected[] =>
  truths
    .filter(({ truth }) => chain.holding(truth.hash) !== undefined)
    .flatMap(({ file, truth }) =>
      [...partiesOf(truth)].map((address) => ({
        file,
        hash: truth.hash,
        address,
        isTouched: true,
        facts: (record) => [...placeFacts(chain, truth.hash, record), ...factsOf(truth, address, record)],
      })),
    );

const partiesOf = ({ from, to, contractAddress, tokenTransfers }: Truth): Set<string> =>
  new Set(
    [from, to, contractAddress, ...tokenTransfers.flatMap((token) => [token.from, token.to])].filter(
      (party) => party !== null,
    ),
  );

/** All movements of the transaction. */
function movementsOf(truth: Truth) {
  const native = {
    asset: 'ETH',
    tokenAddress: null,
    tokenId: null,
    standard: 'native',
    from: truth.from,
    to: truth.to ?? truth.contractAddress,
    amount: normalise(formatUnits(truth.nativeWei, 18)),
  };
  const paid = truth.nativeWei !== '0' && truth.status !== 'failed';
  const tokens = truth.tokenTransfers.map(({ standard, contract, symbol, from, to, raw, amount, tokenId }) => ({
    asset: symbol ?? contract,
    tokenAddress: contract,
    tokenId: tokenId ?? null,
    standard,
    from,
    to,
    amount: amount ?? raw ?? '1',
  }));
  return [...(paid ? [native] : []), ...tokens];
}

const directionOf = ({ from, to }: { from: string; to: string | null }, address: string) =>
  from !== address ? 'inbound' : to === address ? 'internal' : 'outbound';

function factsOf(truth: Truth, address: string, record: Parameters<Expected['facts']>[0]): Fact[] {
  const movements = movementsOf(truth);
  const transfers = movements
    .filter(({ from, to }) => from === address || to === address)
    .map((each) => ({ ...each, direction: directionOf(each, address) }));
  const [primary] = transfers;
  const fee = formatUnits(BigInt(truth.feeWei) + BigInt(truth.l1FeeWei), 18);
  const told = record.transfers.map(({ valueUsd: _, ...transfer }) => transfer);
  // The truth's type is the type for the receiver of the first transfer.
  const receiver = movements[0]?.to ?? truth.from;
  const method = truth.signature?.split('(')[0];
  return [
    { fact: 'transfers', known: transfers, told },
    { fact: 'amount', known: primary?.amount ?? '0', told: record.tokenAmount },
    { fact: 'token', known: primary?.asset ?? 'ETH', told: record.tokenSymbol },
    { fact: 'direction', known: primary?.direction ?? directionOf(truth, address), told: record.direction },
    { fact: 'status', known: truth.status === 'failed' ? 'failed' : 'success', told: record.status },
    { fact: 'sender', known: truth.from, told: record.sender },
    { fact: 'called', known: truth.to, told: record.called },
    { fact: 'selector', known: truth.selector, told: record.methodSelector },
    { fact: 'gas price', known: normalise(formatUnits(truth.gasPriceWei, 9)), told: record.gasPriceGwei },
    { fact: 'fee', known: normalise(fee), told: record.feeAmount },
    ...(method === undefined ? [] : [{ fact: 'method', known: method, told: record.methodName }]),
    ...(truth.txType === undefined || receiver !== address
      ? []
      : [{ fact: 'type', known: truth.txType, told: record.txType }]),
  ];
}
