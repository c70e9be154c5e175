import type { SendResult } from '../deliveries/result.ts';
import type { StoredDelivery } from '../deliveries/schema.ts';
import type { Sealer } from '../platform/sealer.ts';
import { OrganisationId, Uuid } from '../values/ids.ts';
import { ACKNOWLEDGE_PLACEHOLDER } from './notice-text/links.ts';

/*
 * The link by which the recipient of a message acknowledges its alert. A stored body has a placeholder, because a key
 * that only reads shows the body. Each attempt puts a link of its own in the place.
 */

interface LinkDeps {
  readonly sealer: Sealer;
  /** The public URL of the API. */
  readonly serviceUrl: string;
}

/** What a link names: the delivery knows the event, the recipient and the time. */
export interface AcknowledgeLink {
  readonly organisationId: OrganisationId;
  readonly deliveryId: string;
}

/** The sealed text of every link. The seal binds the text to the organisation and the delivery. */
const TEXT = 'acknowledge';

const contextOf = ({ organisationId, deliveryId }: AcknowledgeLink) => ({
  organisationId,
  recordId: `${TEXT} ${deliveryId}`,
});

/** Ends with an id, because programs that find links in plain text leave out a dash at the end. */
export function acknowledgeToken(sealer: Sealer, link: AcknowledgeLink): string {
  return `${sealer.seal(TEXT, contextOf(link))}.${link.deliveryId}.${link.organisationId}`;
}

const TOKEN = /^([\w.-]{10,300})\.([\da-f-]{36})\.([\da-f-]{36})$/;

/** Null when this service did not make the token. */
export function openedToken(sealer: Sealer, token: string): AcknowledgeLink | null {
  const [, proof = '', delivery, organisation] = TOKEN.exec(token) ?? [];
  const organisationId = OrganisationId.safeParse(organisation);
  const deliveryId = Uuid.safeParse(delivery);
  if (!organisationId.success || !deliveryId.success) return null;
  const link = { organisationId: organisationId.data, deliveryId: deliveryId.data };
  try {
    return sealer.open(proof, contextOf(link)) === TEXT ? link : null;
  } catch {
    // `open` throws for every text that it did not seal for this delivery: such a link is not ours.
    return null;
  }
}

/** The delivery as an attempt sends it to people: with the link in its body. */
export function withAcknowledgeLink({ sealer, serviceUrl }: LinkDeps, delivery: StoredDelivery): StoredDelivery {
  const placeholder = `${serviceUrl}/a/${ACKNOWLEDGE_PLACEHOLDER}`;
  if (!delivery.body.includes(placeholder)) return delivery;
  const token = acknowledgeToken(sealer, { organisationId: delivery.organisationId, deliveryId: delivery.id });
  return { ...delivery, body: delivery.body.replaceAll(placeholder, () => `${serviceUrl}/a/${token}`) };
}

const SEALED = /v2\.[\da-f]{12}\.[\w-]*/g;

/** Vendors repeat the message in their answer, and a reader of deliveries must not get the link. */
export function withoutLinks(result: SendResult): SendResult {
  if (result.kind === 'deferred') return result;
  const { exchange } = result;
  const response = exchange?.response;
  if (!exchange || !response) return result;
  const excerpt = response.excerpt.replace(SEALED, '…');
  return { ...result, exchange: { ...exchange, response: { ...response, excerpt } } };
}
