import type { DecodedTransaction } from '../../../lib/chains/port/chain.ts';
import { isString } from '../../../lib/chains/solana/schema.ts';

/** The addresses that a decoded transaction names. */
export function namesIn(decoded: DecodedTransaction): string[] {
  const { fromAddress, toAddress, movements, signers = [], approvals = [], authority = [] } = decoded;
  const named = [
    ...[fromAddress, toAddress, ...signers],
    ...movements.flatMap(({ from, to }) => [from, to]),
    ...approvals.flatMap(({ owner, spender }) => [owner, spender]),
    ...authority.flatMap(({ subject, holder }) => [subject, holder]),
  ];
  return [...new Set(named.filter(isString))];
}
