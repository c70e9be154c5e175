import type { components } from '../../sdk/index.ts';
import { useDestinations } from '../live/destinations.ts';
import { useWebhooks } from '../live/webhooks.ts';
import { channelText } from './delivery-words.ts';
import { Foreign } from './foreign.tsx';

type Delivery = components['schemas']['Delivery'];

type Recipient = Pick<Delivery, 'destinationId' | 'webhookId' | 'kind' | 'url'>;

/** Where a delivery goes: the name of its destination or webhook, an address, or a URL. What is deleted has no name. */
export function DestinationName({ destinationId, webhookId, kind, url }: Recipient) {
  const destinations = useDestinations();
  const webhooks = useWebhooks();
  const webhook = webhookId === null ? undefined : webhooks.nameOf(webhookId);
  if (webhook !== undefined) return <Foreign text={webhook} />;
  const name = destinationId === null ? undefined : destinations.nameOf(destinationId);
  if (name === undefined) return <Foreign text={url.replace(/^mailto:/, '')} most={120} />;
  return (
    <>
      <Foreign text={name} /> ({channelText(kind)})
    </>
  );
}
