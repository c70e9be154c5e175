import type { Chain, DecodedTransaction, Movement, Share } from '../../../lib/chains/port/chain.ts';
import { NATIVE } from '../../../lib/chains/port/chain.ts';
import { fromUnits } from '../../../lib/values/decimal.ts';

/** Coins of an address, in the smallest unit. */
export interface Coins {
  readonly address: string;
  readonly units: bigint;
}

/** A transaction spends all coins of its inputs. The fee is the amount that the outputs do not take. */
export interface ToyTransaction {
  readonly hash: string;
  readonly inputs: readonly [Coins, ...Coins[]];
  readonly outputs: readonly Coins[];
}

export interface ToyBlock {
  readonly height: number;
  readonly timestamp: string;
  readonly transactions: readonly ToyTransaction[];
}

const sum = (coins: readonly Coins[]): bigint => coins.reduce((total, { units }) => total + units, 0n);
const of = (coins: readonly Coins[], address: string): bigint => sum(coins.filter((each) => each.address === address));

export function decodeTransaction(chain: Chain, transaction: ToyTransaction, block: ToyBlock): DecodedTransaction {
  const { hash, inputs, outputs } = transaction;
  const [{ address: fromAddress }] = inputs;
  const movements = movementsOf(chain, transaction);
  return {
    chain: chain.id,
    hash,
    blockNumber: block.height,
    blockTimestamp: block.timestamp,
    status: 'success',
    fromAddress,
    toAddress: movements[0]?.to ?? null,
    kind: 'transfer',
    methodName: null,
    methodSelector: null,
    gasPriceGwei: null,
    feeAmount: fromUnits(sum(inputs) - sum(outputs), chain.nativeDecimals),
    movements,
  };
}

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** A movement for each address that gained coins. The addresses that lost coins pay in the order of the inputs. */
function movementsOf(chain: Chain, { inputs, outputs }: ToyTransaction): Movement[] {
  const senders = [...new Set(inputs.map(({ address }) => address))];
  const fee = sum(inputs) - sum(outputs);
  const purses = senders.map((address, n) => ({
    from: address,
    // The first sender pays the fee.
    units: of(inputs, address) - of(outputs, address) - (n === 0 ? fee : 0n),
  }));
  return outputs
    .filter(({ address }) => !senders.includes(address))
    .map(({ address, units }) => movementTo(chain, address, units, purses))
    .sort((a, b) => Number(b.amount) - Number(a.amount));
}

function movementTo(chain: Chain, to: string, units: bigint, purses: { from: string; units: bigint }[]): Movement {
  const shares: Share[] = [];
  let missing = units;
  for (const purse of purses) {
    const part = lesser(purse.units, missing);
    if (part > 0n) shares.push({ from: purse.from, amount: fromUnits(part, chain.nativeDecimals) });
    purse.units -= part;
    missing -= part;
  }
  const [first, ...others] = shares;
  if (first === undefined || missing > 0n) throw new Error('the inputs do not cover the outputs');
  return {
    asset: chain.nativeSymbol,
    tokenAddress: null,
    tokenId: null,
    standard: NATIVE,
    from: first.from,
    to,
    amount: fromUnits(units, chain.nativeDecimals),
    ...(others.length > 0 && { shares: [first, ...others] }),
  };
}
