import Table from '@cloudscape-design/components/table';
import { counted } from '../../design/counted.ts';
import { DeliveryState } from '../../design/delivery-status.tsx';
import { channelText, type Delivery } from '../../design/delivery-words.ts';
import { DestinationName } from '../../design/destination-name.tsx';
import { labelOf } from '../../design/field-label.ts';
import { Age } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import type { ListPage } from '../../live/list-view.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';

/** The deliveries of an alert. They change under the eyes of the user. */
export function AlertDeliveries({ eventId }: { readonly eventId: string }) {
  const client = useClient();
  const { item, error, retry } = useLiveItem<ListPage<Delivery>>({
    key: ['deliveries', 'of', eventId],
    load: (signal) => client.GET('/api/webhooks/deliveries', { params: { query: { eventId, pageSize: 100 } }, signal }),
  });
  return (
    <>
      <ProblemAlert error={error} retry={retry} />
      <Table
        variant="embedded"
        wrapLines
        trackBy="id"
        items={item?.data ?? []}
        loading={item === undefined && error === null}
        loadingText="Loading deliveries"
        empty="No deliveries. The rule notifies nobody, or has no receiver."
        ariaLabels={{ tableLabel: 'Deliveries' }}
        columnDefinitions={[
          {
            id: 'channel',
            header: 'Channel',
            isRowHeader: true,
            cell: ({ event, ...delivery }) => (
              <PageLink to={`/deliveries?open=${delivery.id}`}>
                {delivery.destinationId === null && delivery.webhookId === null ? (
                  channelText(delivery.channel)
                ) : (
                  <DestinationName {...delivery} />
                )}
                {event === 'alert.fired' ? '' : `, ${labelOf(event.replace('alert.', '')).toLowerCase()}`}
              </PageLink>
            ),
          },
          { id: 'status', header: 'Status', cell: (delivery) => <StatusCell {...delivery} /> },
          { id: 'createdAt', header: 'Created', cell: ({ createdAt }) => <Age at={createdAt} /> },
        ]}
      />
    </>
  );
}

function StatusCell({ status, attempts }: Delivery) {
  return (
    <>
      <DeliveryState status={status} />
      <br />
      {counted(attempts.length, 'attempt')}
    </>
  );
}
