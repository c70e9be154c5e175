import { type components, pages } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';
import { useRead } from './read.ts';
import { POLL_MS, pauseAfter } from './retry.ts';

type Wallet = components['schemas']['Wallet'];

/** More wallets than anybody picks from a list. The wallets page searches beyond them. */
const MOST = 1000;

/** The wallets of the organisation, for pickers and labels. */
export function useWallets() {
  const client = useClient();
  const { data, error, retry } = useRead({
    queryKey: ['wallets', 'all'],
    queryFn: async () => {
      const wallets: Wallet[] = [];
      const load = (cursor: string | undefined) =>
        client.GET('/api/wallets', { params: { query: { pageSize: 100, cursor } } });
      for await (const page of pages(load)) {
        wallets.push(...page);
        if (wallets.length >= MOST) break;
      }
      return wallets;
    },
    staleTime: 30_000,
    // The first wallet shows soon, also if the list did not have it yet when the user had added it.
    refetchInterval: ({ state }) => state.data?.length === 0 && pauseAfter(state.error, POLL_MS),
  });
  const wallets: readonly Wallet[] = data ?? [];
  return {
    wallets,
    isLoaded: data !== undefined,
    error,
    retry,
    /** The only wallet at an address. A wallet with a tag is only a part of its account. */
    walletAt: (address: string): Wallet | undefined => {
      const [only, ...others] = wallets.filter((wallet) => wallet.address === address);
      return others.length === 0 && only?.destinationTag === undefined ? only : undefined;
    },
    labelOf: (id: string): string | undefined => wallets.find((wallet) => wallet.id === id)?.label,
  };
}
