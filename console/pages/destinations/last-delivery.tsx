import { DeliveryState } from '../../design/delivery-status.tsx';
import { Age } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';

/** A page has many destinations, so each asks rarely. */
const PAUSE_MS = 20_000;

/** What became of the newest delivery to a destination. */
export function LastDelivery({ destinationId }: { readonly destinationId: string }) {
  const client = useClient();
  const query = { destinationId, pageSize: 1 };
  const { item, error } = useLiveItem({
    key: ['deliveries', 'newest', destinationId],
    load: (signal) => client.GET('/api/webhooks/deliveries', { params: { query }, signal }),
    pauseMs: PAUSE_MS,
  });
  if (item === undefined) return error === null ? '…' : 'Not read';
  const [delivery] = item.data;
  if (delivery === undefined) return 'Nothing was sent yet';
  return (
    <>
      <DeliveryState status={delivery.status} />
      <div>
        <PageLink to={`/deliveries?open=${delivery.id}`}>
          <Age at={delivery.createdAt} />
        </PageLink>
      </div>
    </>
  );
}
