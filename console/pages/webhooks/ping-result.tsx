import Box from '@cloudscape-design/components/box';
import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useState } from 'react';
import { Attempts } from '../../design/attempts.tsx';
import { DeliveryState } from '../../design/delivery-status.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';
import { pingPause } from './ping-pause.ts';

/** How the receiver answers a ping, as soon as the receiver answers. */
export function PingResult({ deliveryId }: { readonly deliveryId: string }) {
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
      <Box variant="h3">Ping</Box>
      {error === null ? null : <ProblemAlert error={error} retry={retry} />}
      {item === undefined ? (
        <Skeleton height="3rem" />
      ) : (
        <div aria-live="polite">
          <DeliveryState status={item.status} />
          <Attempts attempts={item.attempts} />
        </div>
      )}
      <PageLink to={`/deliveries?open=${deliveryId}`}>Show the delivery of the ping</PageLink>
    </SpaceBetween>
  );
}
