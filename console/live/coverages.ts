import { useQueries } from '@tanstack/react-query';
import { type components, dataOf } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';
import { useChains } from './chains.ts';

type Coverage = components['schemas']['Coverage'];

/** The status of a chain changes within minutes, not within seconds. */
const WATCHED_MS = 10_000;
/** Only a release of the service makes an unwatched chain a watched one. */
const UNWATCHED_MS = 120_000;

/** How far each chain of the service is scanned, in the order of the chains. */
export function useCoverages() {
  const client = useClient();
  const { chains, isChain } = useChains();
  const ids = chains.map(({ id }) => id).filter(isChain);
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['coverage', id],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        dataOf(await client.GET('/api/chains/{id}/coverage', { params: { path: { id } }, signal })),
      refetchInterval: ({ state }: { readonly state: { readonly data?: Coverage | undefined } }) =>
        state.data?.status === 'unwatched' ? UNWATCHED_MS : WATCHED_MS,
    })),
  });
  return {
    coverages: answers.flatMap(({ data }): readonly Coverage[] => (data === undefined ? [] : [data])),
    isLoading:
      chains.length === 0 || answers.some(({ data, failureReason }) => data === undefined && failureReason === null),
    error: answers.find(({ failureReason }) => failureReason !== null)?.failureReason ?? null,
    retry: () => {
      for (const { error, refetch } of answers) if (error !== null) void refetch({ cancelRefetch: true });
    },
  };
}
