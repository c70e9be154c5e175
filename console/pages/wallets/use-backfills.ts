import { type components, pages } from '../../../sdk/index.ts';
import { useRead } from '../../live/read.ts';
import { POLL_MS, pauseAfter } from '../../live/retry.ts';
import { useClient } from '../../session/session-context.ts';

type Backfill = components['schemas']['Backfill'];

/** More jobs of a chain than a user looks at. The newest come first. */
const MOST = 500;

/** The backfills of the wallet on the chain, with their progress while one runs. A reloaded page finds them again. */
export function useBackfills(chain: Backfill['chain'], walletId: string) {
  const client = useClient();
  const { data, error, retry } = useRead({
    queryKey: ['backfills', chain],
    queryFn: async ({ signal }) => {
      const jobs: Backfill[] = [];
      const load = (cursor: string | undefined) =>
        client.GET('/api/chains/{id}/backfill', {
          params: { path: { id: chain }, query: { pageSize: 100, cursor } },
          signal,
        });
      for await (const page of pages(load)) {
        jobs.push(...page);
        if (jobs.length >= MOST) break;
      }
      return jobs;
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') === true && pauseAfter(state.error, POLL_MS),
  });
  return {
    backfills: data?.filter((job) => job.walletId === walletId),
    error,
    retry,
  };
}
