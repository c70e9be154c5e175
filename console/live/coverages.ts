import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type components, dataOf } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';
import { useChains } from './chains.ts';
import { pauseAfter, readAgain } from './retry.ts';

type Coverage = components['schemas']['Coverage'];

/** The status of a chain changes within minutes, not within seconds. */
const WATCHED_MS = 10_000;
/** Only a release of the service makes an unwatched chain a watched one. */
const UNWATCHED_MS = 120_000;

interface ReadState {
  readonly data?: Coverage | undefined;
  readonly error: unknown;
}

/** How far each chain of the service is scanned, in the order of the chains. */
export function useCoverages() {
  const client = useClient();
  const queries = useQueryClient();
  const known = useChains();
  const ids = known.chains.map(({ id }) => id).filter(known.isChain);
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['coverage', id],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        dataOf(await client.GET('/api/chains/{id}/coverage', { params: { path: { id } }, signal })),
      refetchInterval: ({ state }: { readonly state: ReadState }) =>
        pauseAfter(state.error, state.data?.status === 'unwatched' ? UNWATCHED_MS : WATCHED_MS),
    })),
  });
  const reads = answers.map(({ data, error, failureReason }, n) => ({
    id: ids[n],
    data,
    error: error ?? failureReason,
  }));
  const all = [{ data: known.isLoaded ? known.chains : undefined, error: known.error }, ...reads];
  return {
    coverages: reads.flatMap(({ data }): readonly Coverage[] => (data === undefined ? [] : [data])),
    /** The chains of which the service records nothing. */
    unwatched: new Set<string>(reads.flatMap(({ data }) => (data?.status === 'unwatched' ? [data.chain] : []))),
    isLoading: all.some(({ data, error }) => data === undefined && error === null),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      if (known.error !== null) known.retry();
      for (const { id, error } of reads) if (error !== null) void readAgain(queries, ['coverage', id]);
    },
  };
}
