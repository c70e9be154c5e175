import { useQueries } from '@tanstack/react-query';
import { type components, dataOf } from '../../../sdk/index.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useWallets } from '../../live/wallets.ts';
import { useClient } from '../../session/session-context.ts';

type ChainId = components['schemas']['Coverage']['chain'];

/** The wallets of a chain change slowly. */
const FRESH_MS = 60_000;

/**
 * How many wallets the organisation watches, and how many of them use each of some chains; undefined while this is
 * unknown. The console knows the newest thousand wallets. The API counts those of an organisation with more.
 */
export function useChainUsers(chains: readonly ChainId[]) {
  const client = useClient();
  const { wallets, isLoaded } = useWallets();
  const { item, error: failed } = useLiveItem({
    key: ['wallets', 'count', 'watched'],
    load: (signal) => client.GET('/api/wallets', { params: { query: { watch: 'true', pageSize: 1 } }, signal }),
    isLive: false,
  });
  const watched = item?.meta.total;
  const own = wallets.filter(({ watch }) => watch);
  const isWhole = watched !== undefined && watched <= own.length;
  const isCounted = watched !== undefined && isLoaded && !isWhole;
  const answers = useQueries({
    queries: chains.map((chain) => ({
      queryKey: ['wallets', 'count', chain],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const query = { chain, watch: 'true', pageSize: 1 } as const;
        return dataOf(await client.GET('/api/wallets', { params: { query }, signal })).meta.total;
      },
      staleTime: FRESH_MS,
      enabled: isCounted,
    })),
  });
  const usersOf = (chain: ChainId): number | undefined => {
    if (isLoaded && isWhole) return own.filter((wallet) => wallet.chains.includes(chain)).length;
    return answers[chains.indexOf(chain)]?.data;
  };
  return { watched, usersOf, error: failed ?? answers.find(({ error }) => error !== null)?.error ?? null };
}
