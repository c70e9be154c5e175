import Box from '@cloudscape-design/components/box';
import { DeliveryState } from '../../design/delivery-status.tsx';
import { type Delivery, failureSentence } from '../../design/delivery-words.ts';
import { Foreign } from '../../design/foreign.tsx';
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
      <ToldHow teller={item} />
      <PageLink to={`/deliveries?open=${summaryId}`}>
        {item === undefined ? 'Show this message' : <DeliveryTitle delivery={item} />}
      </PageLink>{' '}
      {item === undefined ? null : <DeliveryState status={item.status} />}
    </>
  );
}

/** Whether the message tells the recipient, and why it was not sent. */
function ToldHow({ teller }: { readonly teller: Delivery | undefined }) {
  if (teller?.status !== 'not_sent') return <Box>No attempt comes: another message tells the recipient.</Box>;
  return (
    <Box>
      Told by a message that was not sent. <Foreign text={failureSentence(teller) ?? ''} most={400} />
    </Box>
  );
}
