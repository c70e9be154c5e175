import { useState } from 'react';
import { type components, dataOf, pages } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';
import { AT_ONCE } from './balance-sums.ts';
import { useRead } from './read.ts';

type Schemas = components['schemas'];

/** What a wallet holds in all, with its name. */
export type Held = Schemas['BalanceSum'] & Pick<Schemas['Wallet'], 'label' | 'color'>;

/** Every 25 wallets cost a request, so nobody adds up thousands of wallets again and again. */
const FRESH_MS = 60 * 60_000;

/**
 * What each wallet of the organisation holds, however many wallets there are. The answer takes a while.
 * @param isAsked false until somebody wants to know.
 */
export function useAllHeld(isAsked: boolean) {
  const client = useClient();
  const [done, setDone] = useState(0);
  const read = useRead({
    queryKey: ['balances', 'all held'],
    queryFn: async ({ signal }) => {
      const held: Held[] = [];
      const load = (cursor: string | undefined) =>
        client.GET('/api/wallets', { params: { query: { pageSize: 100, cursor } }, signal });
      for await (const wallets of pages(load)) {
        for (let n = 0; n < wallets.length; n += AT_ONCE) {
          const query = {
            walletIds: wallets
              .slice(n, n + AT_ONCE)
              .map(({ id }) => id)
              .join(','),
          };
          const { data } = dataOf(await client.GET('/api/balances', { params: { query }, signal }));
          held.push(...named(data, wallets));
          setDone(held.length);
        }
      }
      return held;
    },
    enabled: isAsked,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    // Another try would begin from nothing: the user decides.
    retry: false,
  });
  return { held: read.data, done, error: read.error, retry: read.retry };
}

/** The sums with the names of their wallets. */
export function named(sums: readonly Schemas['BalanceSum'][], wallets: readonly Schemas['Wallet'][]): readonly Held[] {
  const walletOf = new Map(wallets.map((wallet) => [wallet.id, wallet]));
  return sums.flatMap((sum) => {
    const wallet = walletOf.get(sum.walletId);
    return wallet === undefined ? [] : [{ ...sum, label: wallet.label, color: wallet.color }];
  });
}
