import { formatUnits } from 'ethers';
import { normalise } from '../../../lib/values/decimal.ts';
import type { EvmChain } from '../../../local/chains/recorded/evm-recordings.ts';
import { type Truth, truths } from '../../chains/evm/truths.ts';
import { headlineFact } from './headline.ts';
import { type Expected, type Fact, placeFacts } from './truth.ts';

/** The expected records of a chain with the native asset ETH: one record for each address of a truth. */
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
    origin: 'value',
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
    origin: 'log',
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
  const fee = formatUnits(BigInt(truth.feeWei) + BigInt(truth.l1FeeWei), 18);
  const actual = record.transfers.map(({ valueUsd: _, isRaw: _raw, side: _side, ...transfer }) => transfer);
  // The truth states the type that the receiver of the first movement sees.
  const receiver = movements[0]?.to ?? truth.from;
  const method = truth.signature?.split('(')[0];
  return [
    { fact: 'transfers', expected: transfers, actual },
    headlineFact(record, address),
    ...(transfers.length > 0
      ? []
      : [{ fact: 'direction', expected: directionOf(truth, address), actual: record.direction }]),
    { fact: 'status', expected: truth.status === 'failed' ? 'failed' : 'success', actual: record.status },
    { fact: 'sender', expected: truth.from, actual: record.sender },
    { fact: 'called', expected: truth.to, actual: record.called },
    { fact: 'selector', expected: truth.selector, actual: record.methodSelector },
    { fact: 'gas price', expected: normalise(formatUnits(truth.gasPriceWei, 9)), actual: record.gasPriceGwei },
    { fact: 'fee', expected: normalise(fee), actual: record.feeAmount },
    ...(method === undefined ? [] : [{ fact: 'method', expected: method, actual: record.methodName }]),
    ...(truth.txType === undefined || receiver !== address
      ? []
      : [{ fact: 'type', expected: truth.txType, actual: record.txType }]),
  ];
}
