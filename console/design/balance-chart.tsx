import Box from '@cloudscape-design/components/box';
import Skeleton from '@cloudscape-design/components/skeleton';
import { lazy, Suspense } from 'react';
import { useLiveItem } from '../live/live-item.ts';
import { useClient } from '../session/session-context.ts';
import { ProblemAlert } from './problem-alert.tsx';

const BalanceArea = lazy(() => import('./balance-area.tsx'));

/** A check of balances comes every few minutes, and a history is dear to read. */
const PAUSE_MS = 300_000;

/** The value of a wallet, or of all wallets, over the last 30 days. On the first day there is nothing to draw yet. */
export function BalanceChart({ walletId, title }: { readonly walletId?: string; readonly title: string }) {
  const client = useClient();
  const { item, error, retry } = useLiveItem({
    key: ['balances', 'history', walletId ?? 'all'],
    load: (signal) =>
      client.GET('/api/balances/history', {
        params: { query: walletId === undefined ? {} : { walletId } },
        signal,
      }),
    pauseMs: PAUSE_MS,
  });
  const points = (item?.data ?? []).flatMap(({ at, valueUsd }) =>
    valueUsd === null ? [] : [{ x: new Date(at), y: Number(valueUsd) }],
  );
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
