import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import type { components } from '../../../sdk/index.ts';
import { Instant } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import type { ListPage } from '../../live/list-view.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';

type Delivery = components['schemas']['Delivery'];

const TYPES: Readonly<Record<Delivery['status'], StatusIndicatorProps.Type>> = {
  pending: 'pending',
  retrying: 'in-progress',
  delivered: 'success',
  failed: 'error',
};

const CHANNELS: Readonly<Record<Delivery['channel'], string>> = {
  webhook: 'Webhook',
  custom: 'Webhook of the rule',
  email: 'E-mail',
  slack: 'Slack',
};

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
            cell: ({ id, channel, event }) => (
              <PageLink to={`/deliveries?open=${id}`}>
                {CHANNELS[channel]}
                {event === 'alert.retracted' ? ', retraction' : ''}
              </PageLink>
            ),
          },
          { id: 'status', header: 'Status', cell: (delivery) => <DeliveryStatus {...delivery} /> },
          { id: 'createdAt', header: 'Created', cell: ({ createdAt }) => <Instant at={createdAt} /> },
        ]}
      />
    </>
  );
}

function DeliveryStatus({ status, attempts: { length } }: Delivery) {
  return (
    <>
      <span className="one-line">
        <StatusIndicator type={TYPES[status]}>{status}</StatusIndicator>
      </span>
      <br />
      {length} {length === 1 ? 'attempt' : 'attempts'}
    </>
  );
}
