import { type components, dataOf } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';
import { useRead } from './read.ts';
import { pauseAfter } from './retry.ts';

type BalanceSum = components['schemas']['BalanceSum'];

/** The API answers for so many wallets at once. */
export const AT_ONCE = 25;
/** A check of balances comes every few minutes, and the answer reads many items. */
const PAUSE_MS = 60_000;

/** What wallets hold in all. A wallet whose answer is not there yet has no sum, and `state` says why. */
export function useBalanceSums(ids: readonly string[]) {
  const client = useClient();
  const { data, error, isPlaceholderData } = useRead({
    queryKey: ['balances', 'sums', ...ids],
    queryFn: async ({ signal }) => {
      const sums: BalanceSum[] = [];
      for (let n = 0; n < ids.length; n += AT_ONCE) {
        const query = { walletIds: ids.slice(n, n + AT_ONCE).join(',') };
        sums.push(...dataOf(await client.GET('/api/balances', { params: { query }, signal })).data);
      }
      return sums;
    },
    enabled: ids.length > 0,
    refetchInterval: ({ state }) => pauseAfter(state.error, PAUSE_MS),
    // The sums of the page before stand until those of this page are there: most wallets are the same.
    placeholderData: (before) => before,
  });
  const sums = new Map((data ?? []).map((sum) => [sum.walletId, sum]));
  const isAnswered = data !== undefined && !isPlaceholderData;
  const state: 'read' | 'loading' | 'failed' = isAnswered ? 'read' : error === null ? 'loading' : 'failed';
  return { sumOf: (id: string): BalanceSum | undefined => sums.get(id), state };
}
