import Box from '@cloudscape-design/components/box';
import Skeleton from '@cloudscape-design/components/skeleton';
import { lazy, Suspense } from 'react';
import { dataOf } from '../../sdk/index.ts';
import { useRead } from '../live/read.ts';
import { pauseAfter } from '../live/retry.ts';
import { useClient } from '../session/session-context.ts';
import { addedUp } from './balance-points.ts';
import { ProblemAlert } from './problem-alert.tsx';

const BalanceArea = lazy(() => import('./balance-area.tsx'));

/** A check of balances comes every few minutes, and a history is dear to read. */
const PAUSE_MS = 300_000;

interface BalanceChartProps {
  /** The wallets whose values are added up: a request for each. All wallets without them, in one request. */
  readonly walletIds?: readonly string[];
  readonly title: string;
}

/** The value of wallets over the last 30 days. On the first day there is nothing to draw yet. */
export function BalanceChart({ walletIds, title }: BalanceChartProps) {
  const client = useClient();
  const { data, error, retry } = useRead({
    queryKey: ['balances', 'history', ...(walletIds ?? ['all'])],
    queryFn: async ({ signal }) => {
      const histories = [];
      for (const walletId of walletIds ?? [undefined]) {
        const query = walletId === undefined ? {} : { walletId };
        histories.push(dataOf(await client.GET('/api/balances/history', { params: { query }, signal })).data);
      }
      return addedUp(histories);
    },
    refetchInterval: ({ state }) => pauseAfter(state.error, PAUSE_MS),
  });
  const points = data ?? [];
  return (
    <>
      <ProblemAlert error={error} retry={retry} />
      {points.length === 1 ? (
        <Box variant="small">The history begins today. Its chart shows from tomorrow on.</Box>
      ) : null}
      {points.length < 2 ? null : (
        <div>
          <Box variant="h3">{title}</Box>
          <Box variant="small">Each balance at the price of its last change.</Box>
          <Suspense fallback={<Skeleton height="14rem" />}>
            <BalanceArea title={title} points={points} />
          </Suspense>
        </div>
      )}
    </>
  );
}
