import type * as z from 'zod';
import { type SendResult, undeliverable } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { DestinationAddress, type DestinationConfig } from './destination.ts';
import { deferred } from './message-deferral.ts';
import type { SendDeps } from './send-deps.ts';

/** What a channel needs so that an organisation can have destinations of its kind. */
export interface DestinationPort {
  /** The fields of `config` as the API takes them. */
  readonly config: Readonly<Record<string, z.ZodType<string>>>;
  /** What a form shows in each empty field of `config`. */
  readonly examples: Readonly<Record<string, string>>;
  /** The field with the secret, which the table stores sealed and the API shows masked. */
  readonly secret?: string;
  /** The field with a URL of the tenant to which the service posts. */
  readonly url?: string;
  /** The field with an e-mail address, whose recipient has to agree. */
  readonly mailAddress?: string;
  /**
   * An alert opens an incident at the vendor. Whatever becomes of the alert goes there, so that no incident stays open.
   * An attempt that comes after that, such as a retry or a replay, opens none.
   */
  readonly opensIncidents?: true;
  /** What a delivery shows as its URL, without the secret. */
  shownUrl(config: DestinationConfig): string;
  /** Sends one attempt. @param config with its secret. */
  send(deps: SendDeps, config: DestinationConfig, delivery: StoredDelivery): Promise<SendResult>;
}

/**
 * For how long an attempt may still open an incident. The vendor ignores what becomes of an incident that it does not
 * have yet. Every later attempt finds that the alert is over.
 */
async function secondsUnderWay({ deliveries, now }: SendDeps, organisationId: OrganisationId, alertId: string) {
  const leaseUntil = (await deliveries.find(organisationId, alertId))?.leaseUntil ?? null;
  return leaseUntil === null ? 0 : Math.max(0, (Date.parse(leaseUntil) - now().getTime()) / 1000);
}

const NOT_OPEN = 'The alert was acknowledged, resolved or retracted before, so it opens no incident.';

/**
 * Sends one attempt to a destination as it is now.
 * @param alertId the delivery of the alert to this destination, if the delivery is about an alert.
 */
export async function sendToDestination(
  port: DestinationPort,
  deps: SendDeps,
  delivery: StoredDelivery,
  alertId: string | null,
): Promise<SendResult> {
  const { organisationId, channel } = delivery;
  const { destinationId } = DestinationAddress.parse(channel);
  const destination = await deps.destinations.find(organisationId, destinationId);
  if (destination === null) return undeliverable('The destination was deleted.');
  const { isActive, disabledReason, config, sealedSecret, updatedAt } = destination;
  if (!isActive) return undeliverable(`The destination is off: ${disabledReason ?? 'turned off'}.`);
  const { eventId } = delivery;
  if (port.opensIncidents && eventId !== null && delivery.id === alertId) {
    if (!(await deps.isOpen(organisationId, eventId))) return undeliverable(NOT_OPEN);
  } else if (port.opensIncidents && alertId !== null) {
    const seconds = await secondsUnderWay(deps, organisationId, alertId);
    if (seconds > 0) return deferred(seconds, 'incident_opens');
  }
  const secret = (sealed: string) => deps.sealer.open(sealed, { organisationId, recordId: destinationId });
  const opened = port.secret === undefined || sealedSecret === null ? {} : { [port.secret]: secret(sealedSecret) };
  const result = await port.send(deps, { ...config, ...opened }, delivery);
  return result.kind === 'undeliverable' ? { ...result, changedAt: updatedAt } : result;
}
