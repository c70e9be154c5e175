import type { DecodedTransaction, Movement } from '../../../lib/chains/port/chain.ts';
import type { SolanaTransaction } from '../../../lib/chains/solana/schema.ts';

/** An amount in whole units as an integer in the smallest unit. */
export function rawOf(amount: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** The fields of a movement, or of a transfer in a record, that sums need. */
type Moved = Pick<Movement, 'tokenAddress' | 'from' | 'to' | 'amount'>;

/** What a transaction's movements add up to for each party of each asset (`native`, or the mint); zeros left out. */
export function netsOf(movements: readonly Moved[], decimalsOf: (asset: string) => number): Map<string, bigint> {
  const nets = new Map<string, bigint>();
  for (const { tokenAddress, from, to, amount } of movements) {
    const asset = tokenAddress ?? 'native';
    const raw = rawOf(amount, decimalsOf(asset));
    nets.set(`${asset} ${from}`, (nets.get(`${asset} ${from}`) ?? 0n) - raw);
    nets.set(`${asset} ${to}`, (nets.get(`${asset} ${to}`) ?? 0n) + raw);
  }
  return new Map([...nets].filter(([, net]) => net !== 0n));
}

/**
 * What the balances of a transaction changed by, without the fee, under the same keys. Does not read instructions.
 */
export function changesIn(keys: readonly string[], { meta }: Pick<SolanaTransaction, 'meta'>): Map<string, bigint> {
  const changes = new Map<string, bigint>();
  const add = (key: string, change: bigint) => changes.set(key, (changes.get(key) ?? 0n) + change);
  for (const [index, key] of keys.entries()) {
    add(`native ${key}`, BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0));
  }
  for (const [balances, sign] of [[meta.preTokenBalances, -1n] as const, [meta.postTokenBalances, 1n] as const]) {
    for (const { accountIndex, mint, owner, uiTokenAmount } of balances ?? []) {
      add(`${mint} ${owner ?? keys[accountIndex]}`, sign * BigInt(uiTokenAmount.amount));
    }
  }
  return new Map([...changes].filter(([, change]) => change !== 0n));
}

/** The expected changes of balances: the sums of a decoded transaction, less the fee of its payer. */
export function changesOf(decoded: DecodedTransaction, decimalsOf: (asset: string) => number): Map<string, bigint> {
  const payer = `native ${decoded.fromAddress}`;
  const nets = netsOf(decoded.movements, decimalsOf);
  nets.set(payer, (nets.get(payer) ?? 0n) - rawOf(decoded.feeAmount, 9));
  return new Map([...nets].filter(([, net]) => net !== 0n));
}
