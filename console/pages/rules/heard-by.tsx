import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { useDestinations } from '../../live/destinations.ts';
import { useMailSettings } from '../../live/mail-settings.ts';
import { useWebhooks } from '../../live/webhooks.ts';
import { type Trouble, troublesOf } from './audience-troubles.ts';

/** Receivers change slower than lists. */
const PAUSE_MS = 15_000;

/** The receivers of the organisation where nothing arrives. */
export function useTroubles(): readonly Trouble[] {
  const { webhooks } = useWebhooks(PAUSE_MS);
  const { destinations } = useDestinations(PAUSE_MS);
  return troublesOf({ webhooks, destinations, mail: useMailSettings() });
}

interface HeardByProps {
  /** How many receivers the API counts. */
  readonly total: number;
  /** Those of them where nothing arrives. */
  readonly troubles: readonly Trouble[];
}

/**
 * How many receivers hear of a rule, and in amber the first receiver that the API counts although nothing arrives
 * there. The title has all of them, so that a row of the list keeps two lines.
 */
export function HeardBy({ total, troubles }: HeardByProps) {
  if (total === 0) {
    return (
      <span className="one-line">
        <StatusIndicator type="warning">Nobody</StatusIndicator>
      </span>
    );
  }
  const [first, ...others] = troubles;
  if (first === undefined) return total.toLocaleString();
  const all = troubles.map(({ name, text }) => `${name === null ? '' : `${foreignText(name, 80)} `}${text}`).join(', ');
  return (
    <div title={all}>
      {Math.max(0, total - troubles.length).toLocaleString()} of {total.toLocaleString()}
      <div className="trouble">
        <StatusIndicator type="warning" wrapText={false}>
          {others.length === 0 ? null : `${troubles.length.toLocaleString()} get nothing: `}
          {first.name === null ? null : <Foreign text={first.name} most={30} />} {first.text}
          {others.length === 0 ? null : ' …'}
        </StatusIndicator>
      </div>
    </div>
  );
}
