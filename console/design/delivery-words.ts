import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { components } from '../../sdk/index.ts';

export type Delivery = components['schemas']['Delivery'];
export type DeliveryStatus = Delivery['status'];

export const STATUSES: Readonly<Record<DeliveryStatus, { type: StatusIndicatorProps.Type; text: string }>> = {
  pending: { type: 'pending', text: 'Pending' },
  retrying: { type: 'in-progress', text: 'Retrying' },
  delivered: { type: 'success', text: 'Delivered' },
  failed: { type: 'error', text: 'Failed' },
};

export const CHANNELS: Readonly<Record<Delivery['channel'], string>> = {
  webhook: 'Webhook',
  custom: 'Webhook of the rule',
  email: 'E-mail',
  slack: 'Slack',
};

/** Only an end can be replayed: an unfinished delivery has its next attempt still ahead. */
export const isFinished = ({ status }: Pick<Delivery, 'status'>): boolean =>
  status === 'delivered' || status === 'failed';
