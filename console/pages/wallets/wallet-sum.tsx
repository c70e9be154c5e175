import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { Usd } from '../../design/amount.tsx';
import { Age } from '../../design/instant.tsx';
import type { useBalanceSums } from '../../live/balance-sums.ts';

type Sums = ReturnType<typeof useBalanceSums>;

/** In place of a sum that is not read. A dash says that there is nothing, which nobody knows without an answer. */
export function Unread({ state }: Pick<Sums, 'state'>) {
  if (state === 'read') return <>–</>;
  return (
    <StatusIndicator type={state === 'loading' ? 'loading' : 'warning'}>
      {state === 'loading' ? 'Loading' : 'Not read'}
    </StatusIndicator>
  );
}

/** What a wallet holds in all, and when this was compared with the chain. */
export function WalletSum({ id, sums }: { readonly id: string; readonly sums: Sums }) {
  const sum = sums.sumOf(id);
  if (sum === undefined) return <Unread state={sums.state} />;
  if (sum.valueUsd === null) return <>–</>;
  return (
    <>
      <span className="one-line">
        <Usd value={sum.valueUsd} />
        {sum.isComplete ? null : ', without prices that failed'}
      </span>
      <Box variant="small" display="block">
        compared <Age at={sum.at} />
      </Box>
    </>
  );
}
