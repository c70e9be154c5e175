import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { components } from '../../../sdk/index.ts';

/** Whether the wallet is watched, and whether its transactions wait. */
export function WalletStatus({ status, watch }: Pick<components['schemas']['Wallet'], 'status' | 'watch'>) {
  if (status === 'throttled') return <StatusIndicator type="warning">Throttled</StatusIndicator>;
  if (!watch) return <StatusIndicator type="stopped">Not watched</StatusIndicator>;
  return <StatusIndicator type="success">Watched</StatusIndicator>;
}
