import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { components } from '../../sdk/index.ts';
import { lagText } from './lag-text.ts';

export type Coverage = components['schemas']['Coverage'];

const STATUSES = {
  running: { type: 'success', text: 'Running', explanation: null },
  stalled: { type: 'warning', text: 'Stalled', explanation: 'Nobody has scanned the chain for two minutes.' },
  stopped: { type: 'error', text: 'Stopped', explanation: 'An operator of the service must have it go on.' },
  unwatched: { type: 'stopped', text: 'Not watched', explanation: null },
} as const;

export function ChainStatus({ coverage: { status } }: { readonly coverage: Coverage }) {
  const { type, text, explanation } = STATUSES[status];
  return (
    <>
      <StatusIndicator type={type}>{text}</StatusIndicator>
      {explanation === null ? null : <div>{explanation}</div>}
    </>
  );
}

export const ChainLag = ({ coverage: { lag } }: { readonly coverage: Coverage }) => <>{lagText(lag)}</>;
