import type { SendResult } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import type { EmailAddressRepo } from '../../organisations/email-addresses/repo.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Rate } from '../../platform/rate-limit/token-bucket.ts';
import type { Sealer } from '../../platform/sealer.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';
import type { Fields } from './channel-fields.ts';
import type { StoredDestination } from './destination.ts';
import type { Turns } from './turns.ts';

/** A confirmed address. */
export interface MailAddress {
  readonly to: string;
  readonly addressId: string;
}

/** The rate at which the vendor of a destination takes messages. */
export interface Pace {
  turns(organisationId: OrganisationId, destination: string, rate: Rate): Turns;
  /** Keeps all messages to a destination waiting for some seconds. */
  hold(organisationId: OrganisationId, destination: string, rate: Rate, seconds: number): Promise<void>;
}

/** What an attempt works with. */
export interface SendDeps {
  readonly webhooks: Pick<WebhookRepo, 'find'>;
  readonly destinations: { find(organisationId: OrganisationId, id: string): Promise<StoredDestination | null> };
  readonly deliveries: { find(organisationId: OrganisationId, id: string): Promise<StoredDelivery | null> };
  readonly rules: { find(organisationId: OrganisationId, id: string): Promise<Fields | null> };
  readonly settings: { get(organisationId: OrganisationId): Promise<Fields> };
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  readonly pace: Pace;
  /** Whether an alert still waits for somebody: nobody has acknowledged or resolved it, and it was not retracted. */
  isOpen(organisationId: OrganisationId, eventId: string): Promise<boolean>;
  readonly version: string;
  /** The public URL of the API, for the links in messages. */
  readonly serviceUrl: string;
  readonly emailAddresses: Pick<EmailAddressRepo, 'adopt'>;
  /** Sends an e-mail. A dependency, so that only few functions carry the SDK of the mail service. */
  sendMail(to: MailAddress, delivery: StoredDelivery): Promise<SendResult>;
  now(): Date;
}
