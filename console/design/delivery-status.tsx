import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { type DeliveryStatus, STATUSES } from './delivery-words.ts';

export function DeliveryState({ status }: { readonly status: DeliveryStatus }) {
  const { type, text } = STATUSES[status];
  return (
    <StatusIndicator type={type} wrapText={false}>
      {text}
    </StatusIndicator>
  );
}
