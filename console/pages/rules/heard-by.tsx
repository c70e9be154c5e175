import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { foreignText } from '../../design/foreign-text.ts';
import { useDestinations } from '../../live/destinations.ts';
import { useMailSettings } from '../../live/mail-settings.ts';
import { useWebhooks } from '../../live/webhooks.ts';
import { hearing, type Trouble, troublesOf } from './audience-troubles.ts';

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

/** How many receivers hear of a rule, in amber when nothing arrives at one of them. The title names those. */
export function HeardBy({ total, troubles }: HeardByProps) {
  if (total === 0) {
    return (
      <span className="one-line">
        <StatusIndicator type="warning">Nobody</StatusIndicator>
      </span>
    );
  }
  if (troubles.length === 0) return total.toLocaleString();
  const all = troubles.map(({ name, text }) => `${name === null ? '' : `${foreignText(name, 80)} `}${text}`).join(', ');
  return (
    <span className="one-line" title={all}>
      <StatusIndicator type="warning" iconAriaLabel={all}>
        {hearing(total, troubles)}
      </StatusIndicator>
    </span>
  );
}
