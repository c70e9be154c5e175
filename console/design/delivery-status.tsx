import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { type DeliveryStatus, STATUSES } from './delivery-words.ts';

export function DeliveryState({ status }: { readonly status: DeliveryStatus }) {
  const { type, text } = STATUSES[status];
  // The one status of four words would take the room of what a list tells.
  return (
    <StatusIndicator type={type} wrapText={status === 'summarised'}>
      {text}
    </StatusIndicator>
  );
}
