import type { components } from '../../../sdk/index.ts';
import { foreignText } from '../../design/foreign-text.ts';
import { instantText } from '../../design/instant-text.ts';

type Transaction = components['schemas']['Transaction'];

/** What a list says of a transaction. */
type Named = Pick<
  Transaction,
  'id' | 'tokenAmount' | 'tokenSymbol' | 'direction' | 'wallet' | 'hash' | 'chain' | 'blockTimestamp'
>;

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id of a transaction, when the user pasted one into the search. */
export const pastedId = (search: string): string | undefined => (ID.test(search) ? search.toLowerCase() : undefined);

/** A transaction in a list to choose from. */
export function transactionChoice(transaction: Named, nameOf: (chain: string) => string) {
  const { id, tokenAmount, tokenSymbol, direction, wallet, hash, chain, blockTimestamp } = transaction;
  return {
    value: id,
    label: `${tokenAmount} ${foreignText(tokenSymbol, 16)} ${direction}, ${foreignText(wallet.label, 40)}`,
    description: `${nameOf(chain)}, ${instantText(blockTimestamp)}, ${hash.slice(0, 10)}…${hash.slice(-8)}`,
  };
}
