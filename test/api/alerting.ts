import type { ServerResponse } from 'node:http';
import { routes } from '../../functions/routes.ts';
import type { Delivery } from '../../lib/deliveries/schema.ts';
import { receiver } from '../platform/outbound/receiver.ts';
import { type ApiClient, newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { addRule, addWallet, importInto } from './samples.ts';

/** The only item of a list. @throws Error when there are none or several. */
export function only<T>(items: readonly T[]): T {
  const [item, ...more] = items;
  if (item === undefined || more.length > 0) throw new Error(`not one but ${items.length}`);
  return item;
}

const settled = ({ status }: Pick<Delivery, 'status'>) => !['pending', 'retrying'].includes(status);
/** Waits until the delivery is as wanted and returns it. */
export const delivery = (api: ApiClient, id: string, done: (shown: Delivery) => boolean = settled) =>
  eventually(() => api.ok(routes.getDelivery, { params: { id } }), done);

/** An organisation whose alerts go to a receiver with these answers. A test may change `answering`. */
export async function alerting(answer: (response: ServerResponse) => void) {
  const answering = { like: answer };
  const { url, received } = await receiver((response) => answering.like(response));
  const { api } = await newOrganisation();
  const { secret = '', ...webhook } = await api.ok(routes.createWebhook, { body: { url, events: ['alert.fired'] } });
  const wallet = await addWallet(api);
  const rule = await addRule(api, { name: 'Alert "1"' });
  /** Imports a transaction and returns the only delivery of its alert. */
  async function alerted() {
    const transaction = await importInto(api, wallet);
    const { data } = await eventually(
      async () => {
        const { data: events } = await api.ok(routes.listEvents);
        const eventId = events.find(({ transactionId }) => transactionId === transaction.id)?.id;
        return eventId ? api.ok(routes.listDeliveries, { query: { eventId } }) : { data: [] };
      },
      (page) => page.data.length > 0,
    );
    const { id, eventId } = only(data);
    return { transaction, id, eventId };
  }
  return { api, url, received, answering, webhook, secret, wallet, rule, alerted };
}

/** A receiver's answer with this status. */
export const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end('no');
