import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { sender, settingsFieldsOf } from '../../lib/channels/channel-registry.ts';
import type { Fields } from '../../lib/channels/port/channel-fields.ts';
import type { StoredDestination } from '../../lib/channels/port/destination.ts';
import type { SendDeps } from '../../lib/channels/port/send-deps.ts';
import { settingsSchemas } from '../../lib/channels/settings/schema.ts';
import type { SendResult } from '../../lib/deliveries/result.ts';
import type { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { outboundWith } from '../../lib/platform/outbound/outbound.ts';
import { dataKeyOf, sealer } from '../../lib/platform/sealer.ts';
import type { StoredWebhook } from '../../lib/webhooks/schema.ts';
import { listen, receiving } from '../platform/outbound/receiver.ts';
import { allConfirmed } from '../support/email-addresses.ts';
import { aDelivery, aDestination, aRule, aWebhook, organisation, uuid } from '../support/records.ts';
import { SENT } from '../support/results.ts';
import { paceWith } from '../support/turns.ts';
import { withPager } from './pager/with-pager.ts';

/** The signing secrets of the subscription and of the rule, and the path of the receiver's URL. */
export const SUBSCRIPTION_SECRET = 'signs for the subscription';
export const RULE_SECRET = 'signs for the URL of the rule';
export const SECRET_PATH = '/hook/a-long-secret-path';

export const SERVICE_URL = 'https://chainwatch.example';

/** The time of each attempt. */
export const now = new Date('2026-01-31T09:00:10.000Z');

export const seal = sealer([dataKeyOf('3'.repeat(32))]);
export const sealed = (secret: string, recordId: string): string =>
  seal.seal(secret, { organisationId: organisation, recordId });

/** The value of `X-Service-Signature`. */
export const signature = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** The records at the time of the attempt. The URLs are the receiver's unless a test gives others. */
interface Records {
  readonly webhook?: Partial<StoredWebhook> | null;
  readonly rule?: Fields | null;
  readonly settings?: Fields;
  readonly destination?: Partial<StoredDestination> | null;
  readonly emailAddresses?: SendDeps['emailAddresses'];
}

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Sends no response. */
  readonly hangs?: boolean;
  readonly body?: string;
}

const { StoredSettings } = settingsSchemas(withPager);

/** A receiver with a fixed answer, and the sender that posts to it: over each channel with a URL. */
export async function senderTo(
  { status = 200, headers = {}, hangs = false, body = 'thanks' }: Answer = {},
  records: Records = {},
  sendMail: SendDeps['sendMail'] = async () => SENT,
) {
  const answer = (response: ServerResponse) => {
    if (!hangs) response.writeHead(status, headers).end(body);
  };
  const { listener, received } = receiving(answer);
  const origin = `http://127.0.0.1:${await listen(createServer(listener))}`;
  const url = `${origin}${SECRET_PATH}?a=1`;
  const destination =
    records.destination === null ? null : aDestination({ sealedSecret: sealed(url, uuid(9)), ...records.destination });
  const webhook =
    records.webhook === null
      ? null
      : aWebhook({ url, sealedSecret: sealed(SUBSCRIPTION_SECRET, uuid(5)), ...records.webhook });
  const rule =
    records.rule === null
      ? null
      : { ...aRule({ customWebhookUrl: url, sealedCustomSecret: sealed(RULE_SECRET, uuid(3)) }), ...records.rule };
  const secretUrls = settingsFieldsOf(withPager).flatMap((fields) => fields.sealed ?? []);
  const settings = StoredSettings.parse({
    emails: ['a@b.example'],
    ...Object.fromEntries(secretUrls.map((field) => [field, sealed(url, 'settings')])),
    ...records.settings,
  });
  const mails: unknown[] = [];
  const send = sender(withPager, {
    now: () => now,
    version: '1.2.3',
    serviceUrl: SERVICE_URL,
    outbound: outboundWith('loopback', { telegram: origin, pagerduty: origin }),
    pace: paceWith(),
    isOpen: async () => true,
    sealer: seal,
    webhooks: { find: async (owner, id) => (owner === organisation && id === webhook?.id ? webhook : null) },
    destinations: {
      find: async (owner, id) => (owner === organisation && id === destination?.id ? destination : null),
    },
    deliveries: { find: async () => null },
    rules: { find: async (owner, id) => (owner === organisation && id === rule?.id ? rule : null) },
    settings: { get: async (owner) => (owner === organisation ? settings : StoredSettings.parse({})) },
    emailAddresses: { ...allConfirmed.emailAddresses, ...records.emailAddresses },
    sendMail: async (...given) => {
      mails.push(given);
      return sendMail(...given);
    },
  });
  const post = (delivery: Partial<StoredDelivery> = {}, n = 3) => send(aDelivery(delivery), n);
  return { post, url, received, mails };
}

/** The URL that an attempt used. */
export const usedUrl = (result: SendResult): string | undefined =>
  result.kind === 'deferred' ? undefined : result.exchange?.url;
