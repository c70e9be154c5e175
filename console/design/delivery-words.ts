import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { CHANNELS, type components } from '../../sdk/index.ts';
import { capitalised } from './field-label.ts';

export type Delivery = components['schemas']['Delivery'];
export type DeliveryStatus = Delivery['status'];

export const STATUSES: Readonly<Record<DeliveryStatus, { type: StatusIndicatorProps.Type; text: string }>> = {
  pending: { type: 'pending', text: 'Pending' },
  retrying: { type: 'in-progress', text: 'Retrying' },
  delivered: { type: 'success', text: 'Delivered' },
  failed: { type: 'error', text: 'Failed' },
  summarised: { type: 'info', text: 'Summarised' },
};

/** The name of a channel. Two channels are called `webhook`. */
export function channelText(kind: string): string {
  if (kind === 'custom') return 'Webhook of the rule';
  const { label } = CHANNELS.find((each) => each.kind === kind) ?? { label: kind };
  return capitalised(label);
}

/** Only an end can be replayed: an unfinished delivery has its next attempt still ahead. */
export const isFinished = ({ status }: Pick<Delivery, 'status'>): boolean =>
  status !== 'pending' && status !== 'retrying';
