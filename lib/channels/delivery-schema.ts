import { DeliveryRequest, deliverySchema } from '../deliveries/schema.ts';
import { channelKind } from './channel-registry.ts';
import { channels } from './index.ts';

/** A delivery as the API answers it. */
export const Delivery = deliverySchema(channelKind(channels)).meta({ id: 'Delivery' });

/** With what the last attempt sent. */
export const DeliveryDetail = Delivery.extend({ request: DeliveryRequest }).meta({ id: 'DeliveryDetail' });
