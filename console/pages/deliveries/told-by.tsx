import Box from '@cloudscape-design/components/box';
import { DeliveryState } from '../../design/delivery-status.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';
import { DeliveryTitle } from './delivery-title.tsx';

/** In place of the attempts of a delivery that has none: the message that tells the recipient. */
export function ToldBy({ summaryId }: { readonly summaryId: string }) {
  const client = useClient();
  const params = { path: { id: summaryId } };
  const { item } = useLiveItem({
    key: ['deliveries', 'one', summaryId],
    load: (signal) => client.GET('/api/webhooks/deliveries/{id}', { params, signal }),
  });
  return (
    <>
      <Box>No attempt comes: another message tells the recipient.</Box>
      <PageLink to={`/deliveries?open=${summaryId}`}>
        {item === undefined ? 'Show this message' : <DeliveryTitle delivery={item} />}
      </PageLink>{' '}
      {item === undefined ? null : <DeliveryState status={item.status} />}
    </>
  );
}
