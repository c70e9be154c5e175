import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { components } from '../../../sdk/index.ts';
import { useChains } from '../../live/chains.ts';
import { useCoverages } from '../../live/coverages.ts';

type Wallet = Pick<components['schemas']['Wallet'], 'status' | 'watch' | 'chains'>;

/** Whether the wallet is watched on each of its chains, and whether its transactions wait. */
export function WalletStatus({ status, watch, chains }: Wallet) {
  const { nameOf } = useChains();
  const coverages = useCoverages();
  if (status === 'throttled') return <StatusIndicator type="warning">Throttled</StatusIndicator>;
  if (!watch) return <StatusIndicator type="stopped">Not watched</StatusIndicator>;
  const isUnknown = coverages.isLoading || coverages.error !== null;
  const unwatched = chains.filter((id) => coverages.unwatched.has(id));
  if (unwatched.length > 0) {
    return <StatusIndicator type="warning">Not recorded on {unwatched.map(nameOf).join(', ')}</StatusIndicator>;
  }
  // Green only when every chain has answered.
  if (isUnknown) return <StatusIndicator type="pending">Not known yet</StatusIndicator>;
  return <StatusIndicator type="success">Watched</StatusIndicator>;
}
