import { createServer, type ServerResponse } from 'node:http';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { jest } from '@jest/globals';
import { rateLimitedMail } from '../../lib/channels/email/mail-rate.ts';
import type { Address } from '../../lib/channels/port/channel.ts';
import type { Fields } from '../../lib/channels/port/channel-fields.ts';
import type { StoredDestination } from '../../lib/channels/port/destination.ts';
import type { SendDeps } from '../../lib/channels/port/send-deps.ts';
import type { SendResult } from '../../lib/deliveries/result.ts';
import { listen, receiving } from '../platform/outbound/receiver.ts';
import { aDestination, uuid } from '../support/records.ts';
import { turnsWith } from '../support/turns.ts';
import { mailing } from './email/mailing.ts';
import { withPager } from './pager/with-pager.ts';
import { now, RULE_SECRET, SECRET_PATH, SUBSCRIPTION_SECRET, sealed, senderTo } from './sending.ts';

/** The behaviour of a destination at an attempt. */
export type Behaviour = 'accepts' | 'refuses' | 'is busy' | 'hangs';

/** The facts about a channel that the conformance suite needs. */
export interface ConformanceCase {
  /** An address that the records of `senderTo` lead somewhere. */
  readonly address: Address;
  /** Makes an attempt. A destination that hangs lets the time-out pass. */
  attempt(behaviour: Behaviour): Promise<SendResult>;
  /** Makes an attempt after the destination was removed from the records. */
  attemptWithoutDestination(): Promise<SendResult>;
  /** Whether persons read the text. Programs read exact values instead. */
  readonly isForPersons: boolean;
  /** Markup of the channel that hostile text must not become. Null for a channel that shows plain text. */
  readonly markup: RegExp | null;
  /** Markup of the service itself, which the test takes out before it looks for other markup. */
  readonly own?: RegExp;
  /** Valid values of the fields of the channel in the API. */
  readonly given: { readonly rule?: Fields; readonly settings?: Fields };
  /** The destination of a channel that has no other recipients. */
  readonly destination?: StoredDestination;
  /**
   * Whatever no delivery, stored record, result or log line may show of the values that `senderTo` uses and of these
   * changes of a rule or of the settings. Empty for a channel without secrets.
   */
  readonly secretsOf: (changes: Fields) => readonly unknown[];
  /** A text with a secret that the log redacts. */
  readonly redacted: string | null;
}

interface HttpCase extends Omit<ConformanceCase, 'attempt' | 'attemptWithoutDestination'> {
  readonly without: { webhook?: null; rule?: Fields | null; settings?: Fields; destination?: null };
  /** What the destination has in place of the URL of the receiver. */
  readonly secret?: string;
}

const answers = {
  accepts: {},
  refuses: { status: 400 },
  'is busy': { status: 429, headers: { 'Retry-After': '77' } },
  hangs: { hangs: true },
};

const DELIVERY_BODY = JSON.stringify({ subject: 'Alert', text: 'plain', html: '<b>' });

function overHttp({ without, secret, ...rest }: HttpCase): ConformanceCase {
  const records =
    secret === undefined ? {} : { destination: { ...rest.destination, sealedSecret: sealed(secret, uuid(9)) } };
  const delivery = { channel: rest.address, url: 'https://former.example/', body: DELIVERY_BODY };
  return {
    ...rest,
    async attempt(behaviour) {
      const { post, received } = await senderTo(answers[behaviour], records);
      if (behaviour !== 'hangs') return post(delivery);
      jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });
      try {
        const result = post(delivery);
        await until(() => received.length > 0);
        jest.advanceTimersByTime(10_000);
        return await result;
      } finally {
        jest.useRealTimers();
      }
    },
    attemptWithoutDestination: async () => (await senderTo({}, without)).post(delivery),
  };
}

/** A channel that posts text for persons to a secret URL in the settings. */
function toSecretUrl(
  kind: string,
  {
    markup,
    own,
    redacted,
    address = { kind },
  }: Pick<ConformanceCase, 'markup' | 'own' | 'redacted'> & { address?: Address },
) {
  const { toggle, settingsFields } = withPager.all.find((channel) => channel.kind === kind) ?? {};
  const { secretUrl, sealed = [] } = settingsFields ?? {};
  if (toggle === undefined || secretUrl === undefined) throw new Error(`the channel ${kind} has no secret URL`);
  return overHttp({
    address,
    without: { settings: Object.fromEntries(sealed.map((field) => [field, null])) },
    isForPersons: true,
    ...{ markup, own },
    given: {
      rule: { [toggle.field]: true },
      settings: { [secretUrl.field]: 'https://8.8.8.8/services/T00000/B00000/abcdef' },
    },
    secretsOf: (changes) => [SECRET_PATH, changes[secretUrl.field]],
    redacted,
  });
}

const [BOT_TOKEN, ROUTING_KEY] = ['1234567:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K', 'R02BT5YQ4S3LKP1MDJ7W'];

/** A channel whose only recipients are destinations. */
function toDestination(
  kind: string,
  { markup, own, redacted, secret }: Pick<ConformanceCase, 'markup' | 'own' | 'redacted'> & { secret?: string },
): ConformanceCase {
  const config: Readonly<Record<string, string>> =
    kind === 'telegram' ? { botToken: '…cr4K', chatId: '-100' } : { url: '…last' };
  return overHttp({
    address: { kind, destinationId: uuid(9) },
    without: { destination: null },
    ...{ secret, markup, own, redacted },
    isForPersons: true,
    given: {},
    destination: aDestination({ kind, config }),
    secretsOf: () => [secret ?? SECRET_PATH],
  });
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

const refusing = (status: number, name: string) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name }).end('{}');

const mailServices: Record<Behaviour, (response: ServerResponse) => void> = {
  accepts: (response) => void response.end('{"MessageId":"m1"}'),
  refuses: refusing(400, 'MessageRejected'),
  'is busy': refusing(429, 'TooManyRequestsException'),
  hangs: () => {},
};

/** The real mailer with a mail service on this machine. Each reservation of the rate limit is for now. */
async function mailTo(behaviour: Behaviour): Promise<{ sendMail: SendDeps['sendMail']; timeOut(): Promise<void> }> {
  const { listener, received } = receiving(mailServices[behaviour]);
  const endpoint = `http://127.0.0.1:${await listen(createServer(listener))}`;
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const ses = new SESv2Client({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  const deadline = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const reservations = { turns: async () => turnsWith() };
  return {
    sendMail: rateLimitedMail({ reservations, now: () => now }, mailing(ses)),
    async timeOut() {
      await until(() => received.length > 0);
      deadline.abort();
    },
  };
}

const emailDelivery = { channel: { kind: 'email', to: 'a@b.example' }, body: DELIVERY_BODY };

/** A case for each channel of the registry. The suite fails for a channel without a case. */
export const conformanceCases: Readonly<Record<string, ConformanceCase>> = {
  webhook: overHttp({
    address: { kind: 'webhook', webhookId: uuid(5) },
    without: { webhook: null },
    isForPersons: false,
    markup: null,
    given: {},
    secretsOf: () => [SUBSCRIPTION_SECRET],
    redacted: null,
  }),
  custom: overHttp({
    address: { kind: 'custom', ruleId: uuid(3) },
    without: { rule: null },
    isForPersons: false,
    markup: null,
    given: { rule: { notifyWebhook: true, customWebhookUrl: 'https://8.8.8.8/hook' } },
    secretsOf: ({ customWebhookSecret }) => [RULE_SECRET, customWebhookSecret],
    redacted: null,
  }),
  slack: toSecretUrl('slack', {
    markup: /<!|<https:..evil|@here/,
    // A time in the zone of the reader.
    own: /<!date\^\d+\^{date_short_pretty} at {time_secs}\|[\w: ]+>/g,
    redacted: 'https://hooks.slack.com/services/T00000/B00000/abcdefghijkl',
  }),
  email: {
    address: emailDelivery.channel,
    isForPersons: true,
    markup: /^<!doctype.*<script/s,
    given: { rule: { notifyEmail: true }, settings: { emails: ['a@b.example'] } },
    secretsOf: () => [],
    redacted: null,
    async attempt(behaviour) {
      const { sendMail, timeOut } = await mailTo(behaviour);
      const { post } = await senderTo({}, {}, sendMail);
      const result = post(emailDelivery);
      if (behaviour === 'hangs') await timeOut();
      return result;
    },
    attemptWithoutDestination: async () => (await senderTo({}, { settings: { emails: [] } })).post(emailDelivery),
  },
  teams: toDestination('teams', {
    markup: null,
    redacted: 'https://prod-01.westeurope.logic.azure.com/workflows/abcdefghijkl/triggers/manual',
  }),
  discord: toDestination('discord', {
    markup: /(?<!\\)([<>*_~|[\]#]|@here)/,
    // Text in code is shown as it is, and a time in the zone of the reader.
    own: /`[^`\n]*`|<t:\d+:F>|\[[A-Z][a-z ]+\]\(https:\/\/(api|console)\.example\.com\/[^\s()]*\)/g,
    redacted: 'https://discord.com/api/webhooks/123456789012345678/abcdefghijkl',
  }),
  telegram: toDestination('telegram', {
    markup: /<(?!\/?(b|code)>|a href="https:|\/a>)/,
    secret: BOT_TOKEN,
    redacted: 'https://api.telegram.org/bot1234567:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K',
  }),
  pagerduty: toDestination('pagerduty', { markup: null, secret: ROUTING_KEY, redacted: null }),
  pager: toSecretUrl('pager', {
    address: { kind: 'pager', team: 'everybody' },
    markup: null,
    redacted: 'https://pager.example/a-long-secret-path',
  }),
};
