import type { components } from '../../sdk/index.ts';
import { useDestinations } from '../live/destinations.ts';
import { channelText } from './delivery-words.ts';
import { Foreign } from './foreign.tsx';

type Delivery = components['schemas']['Delivery'];

/** Where a delivery goes: the name and the kind of its destination, or a URL. A deleted destination has no name. */
export function DestinationName({ destinationId, kind, url }: Pick<Delivery, 'destinationId' | 'kind' | 'url'>) {
  const { nameOf } = useDestinations();
  const name = destinationId === null ? undefined : nameOf(destinationId);
  if (name === undefined) return <Foreign text={url} most={120} />;
  return (
    <>
      <Foreign text={name} /> ({channelText(kind)})
    </>
  );
}
