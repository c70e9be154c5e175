import type { DecodedTransaction, Movement } from '../../../lib/chains/port/chain.ts';
import type { SolanaTransaction } from '../../../lib/chains/solana/schema.ts';

/** An amount in whole units as an integer in the smallest unit. */
export function rawOf(amount: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** The fields of a movement or of a transfer that `netsOf` reads. */
type Moved = Pick<Movement, 'tokenAddress' | 'from' | 'to' | 'amount' | 'seenBy'>;

/** The sum of the movements for each asset and party. A key is `native` or the mint, then the party. Omits zeros. */
export function netsOf(movements: readonly Moved[], decimalsOf: (asset: string) => number): Map<string, bigint> {
  const nets = new Map<string, bigint>();
  for (const { tokenAddress, from, to, amount, seenBy } of movements) {
    const asset = tokenAddress ?? 'native';
    const raw = rawOf(amount, decimalsOf(asset));
    const add = (end: string, sign: bigint) =>
      nets.set(`${asset} ${end}`, (nets.get(`${asset} ${end}`) ?? 0n) + sign * raw);
    if (seenBy !== 'receiver') add(from, -1n);
    if (seenBy !== 'sender') add(to, 1n);
  }
  return new Map([...nets].filter(([, net]) => net !== 0n));
}

/**
 * The change of each balance of a transaction, under the keys of `netsOf`. The change of the payer includes the fee.
 * Reads no instructions, so the result does not depend on the decoder.
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

/** The changes of balances that a decoded transaction implies: the sums of its movements, less the fee of its payer. */
export function changesOf(decoded: DecodedTransaction, decimalsOf: (asset: string) => number): Map<string, bigint> {
  const payer = `native ${decoded.fromAddress}`;
  const nets = netsOf(decoded.movements, decimalsOf);
  nets.set(payer, (nets.get(payer) ?? 0n) - rawOf(decoded.feeAmount, 9));
  return new Map([...nets].filter(([, net]) => net !== 0n));
}
