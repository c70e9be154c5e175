import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { Foreign } from '../../design/foreign.tsx';
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

/** How many receivers hear of a rule, and in amber those that the API counts although nothing arrives there. */
export function HeardBy({ total, troubles }: HeardByProps) {
  if (total === 0) {
    return (
      <span className="one-line">
        <StatusIndicator type="warning">Nobody</StatusIndicator>
      </span>
    );
  }
  if (troubles.length === 0) return total.toLocaleString();
  return (
    <>
      {Math.max(0, total - troubles.length).toLocaleString()} of {total.toLocaleString()}
      {troubles.map(({ kind, id, name, text }) => (
        <div key={`${kind} ${id}`}>
          <StatusIndicator type="warning">
            {name === null ? null : <Foreign text={name} most={30} />} {text}
          </StatusIndicator>
        </div>
      ))}
    </>
  );
}
