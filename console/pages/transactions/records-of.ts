import type { components } from '../../../sdk/index.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';

export type Transaction = components['schemas']['Transaction'];

/** The beginning of a hash, as the list of transactions searches for. */
const MOST_SEARCHED = 64;

/**
 * The records of a transaction, the given record first: a payment between own wallets has a record for each of the two
 * wallets.
 * @param isAsked false waits with the question.
 */
export function useRecordsOf(transaction: Transaction, isAsked: boolean) {
  const client = useClient();
  const { id, hash, chain, direction } = transaction;
  const query = { q: hash.slice(0, MOST_SEARCHED), direction };
  const { item, error, retry } = useLiveItem({
    key: ['transactions', 'of hash', chain, hash],
    load: (signal) => client.GET('/api/transactions', { params: { query }, signal }),
    isLive: false,
    isAsked: isAsked && direction === 'internal',
  });
  const others = item?.data.filter((each) => each.hash === hash && each.chain === chain && each.id !== id) ?? [];
  return { records: [transaction, ...others], error, retry };
}
