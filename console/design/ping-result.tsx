import Box from '@cloudscape-design/components/box';
import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import { useLiveItem } from '../live/live-item.ts';
import { useClient } from '../session/session-context.ts';
import { Attempts } from './attempts.tsx';
import { DeliveryState } from './delivery-status.tsx';
import { PageLink } from './page-link.tsx';
import { pingPause } from './ping-pause.ts';
import { ProblemAlert } from './problem-alert.tsx';

interface PingResultProps {
  readonly deliveryId: string;
  /** What the user sent: a ping, a test. */
  readonly what: 'ping' | 'test';
}

/** How the receiver answers a ping, as soon as the receiver answers. */
export function PingResult({ deliveryId, what }: PingResultProps) {
  const client = useClient();
  const [pauseMs, setPause] = useState(() => pingPause(undefined));
  const { item, error, retry } = useLiveItem({
    key: ['deliveries', 'one', deliveryId],
    load: (signal) => client.GET('/api/webhooks/deliveries/{id}', { params: { path: { id: deliveryId } }, signal }),
    isLive: pauseMs !== undefined,
    pauseMs,
  });
  useEffect(() => setPause(pingPause(item)), [item]);
  return (
    <SpaceBetween size="xs">
      <Box variant="h3">{what === 'ping' ? 'Ping' : 'Test'}</Box>
      {error === null ? null : <ProblemAlert error={error} retry={retry} />}
      {item === undefined ? (
        <Skeleton height="3rem" />
      ) : (
        <div aria-live="polite">
          <DeliveryState status={item.status} />
          <Attempts attempts={item.attempts} />
        </div>
      )}
      <PageLink to={`/deliveries?open=${deliveryId}`}>Show the delivery of the {what}</PageLink>
    </SpaceBetween>
  );
}
