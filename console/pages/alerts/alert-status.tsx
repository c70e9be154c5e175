import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { components } from '../../../sdk/index.ts';
import { labelOf } from '../../design/field-label.ts';

export type AlertEvent = components['schemas']['AlertEvent'];

const TYPES: Readonly<Record<AlertEvent['status'], StatusIndicatorProps.Type>> = {
  open: 'pending',
  acknowledged: 'in-progress',
  resolved: 'success',
};

/** How far the review of an alert is, and whether the alert was retracted. */
export function AlertStatus({ status, retractedAt }: Pick<AlertEvent, 'status' | 'retractedAt'>) {
  return (
    <>
      <span className="one-line">
        <StatusIndicator type={TYPES[status]}>{labelOf(status)}</StatusIndicator>
      </span>
      <Retracted at={retractedAt} />
    </>
  );
}

/** Says that an alert was retracted. */
export const Retracted = ({ at }: { readonly at: string | null }) =>
  at === null ? null : (
    <>
      {' '}
      <span className="one-line">
        <StatusIndicator type="stopped">Retracted</StatusIndicator>
      </span>
    </>
  );
