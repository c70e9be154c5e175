import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { components } from '../../sdk/index.ts';
import { labelOf } from './field-label.ts';

type Level = components['schemas']['AlertEvent']['severity'];

const TYPES: Readonly<Record<Level, StatusIndicatorProps.Type>> = {
  info: 'info',
  warning: 'warning',
  critical: 'error',
};

/** How serious an alert is, as a sign for a line of text. A screen reader says the word. */
export function SeveritySign({ severity }: { readonly severity: Level }) {
  return (
    <span title={labelOf(severity)}>
      <StatusIndicator type={TYPES[severity]}>
        <span className="visually-hidden">{labelOf(severity)}</span>
      </StatusIndicator>
    </span>
  );
}

/** How serious an alert is: a word with a sign. */
export function Severity({ severity }: { readonly severity: Level }) {
  return (
    <span className="one-line">
      <StatusIndicator type={TYPES[severity]}>{labelOf(severity)}</StatusIndicator>
    </span>
  );
}
