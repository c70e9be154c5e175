import { type Delivery, deliveryTitle } from '../../design/delivery-words.ts';
import { DestinationName } from '../../design/destination-name.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { useRules } from '../../live/rules.ts';

/** What a delivery is about, and who gets it: `Large payment out, to Old SIEM`. */
export function DeliveryTitle({ delivery }: { readonly delivery: Delivery | undefined }) {
  const { nameOf } = useRules();
  if (delivery === undefined) return <>Delivery</>;
  return (
    <>
      <Foreign text={deliveryTitle(delivery, nameOf)} />, to <DestinationName {...delivery} />
    </>
  );
}
