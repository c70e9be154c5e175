import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import { Amount } from '../../design/amount.tsx';
import { Instant } from '../../design/instant.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useChains } from '../../live/chains.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';

const MOST_SHOWN = 25;

/** The balances of the wallet that its records do not explain. Nothing shows when there are none. */
export function Differences({ walletId }: { readonly walletId: string }) {
  const client = useClient();
  const { nameOf } = useChains();
  const { item, error, retry } = useLiveItem({
    key: ['wallets', 'differences', walletId],
    load: (signal) =>
      client.GET('/api/reconciliations', {
        params: { query: { walletId, status: 'open', pageSize: MOST_SHOWN } },
        signal,
      }),
  });
  if (item === undefined || item.data.length === 0) return <ProblemAlert error={error} retry={retry} />;
  const { total } = item.meta;
  return (
    <div>
      <Box variant="h3">Open differences ({total.toLocaleString()})</Box>
      <Alert type="warning">
        These balances differ from the records. A transaction may be missing: look at the blocks, or run a backfill.
      </Alert>
      <ul className="entries" aria-label="Open differences">
        {item.data.map((difference) => (
          <li key={difference.id}>
            <Box fontWeight="bold">
              <Amount exact amount={difference.difference} symbol={difference.asset} />
            </Box>
            <Box>
              The records say <Amount exact amount={difference.expected} />, the chain says{' '}
              <Amount exact amount={difference.actual} />.
            </Box>
            <Box variant="small">
              {nameOf(difference.chain)}, blocks {difference.fromHeight.toLocaleString()} to{' '}
              {difference.toHeight.toLocaleString()}, found <Instant at={difference.createdAt} />
            </Box>
          </li>
        ))}
      </ul>
      {total > MOST_SHOWN ? <Box>These are the newest {MOST_SHOWN}.</Box> : null}
    </div>
  );
}
