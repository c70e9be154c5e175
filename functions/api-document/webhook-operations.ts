import type * as z from 'zod';
import { webhookExamples } from './examples/webhook-body-examples.ts';
import {
  AlertAcknowledgedBody,
  AlertFiredBody,
  AlertResolvedBody,
  AlertRetractedBody,
  AuditCheckpointBody,
  ConfigurationChangedBody,
  CoverageDifferenceBody,
  PingBody,
  WalletThrottledBody,
} from './webhook-bodies.ts';

type Json = Record<string, unknown>;

interface Kind {
  readonly summary: string;
  /** What has happened. */
  readonly meaning: string;
  readonly body: z.ZodType;
  /** Whether the header with the id of the alert event is sent. */
  readonly isAlert: boolean;
}

/** The requests that the service sends to the receivers of subscriptions, by the kind of their event. */
export const webhookKinds: Readonly<Record<keyof typeof webhookExamples, Kind>> = {
  'alert.fired': {
    summary: 'An alert fired',
    meaning: 'A rule fired on a transaction.',
    body: AlertFiredBody,
    isAlert: true,
  },
  'alert.retracted': {
    summary: 'An alert was retracted',
    meaning: 'The block of the transaction is no longer part of the chain.',
    body: AlertRetractedBody,
    isAlert: true,
  },
  'alert.acknowledged': {
    summary: 'An alert was acknowledged',
    meaning: 'Somebody takes care of an alert.',
    body: AlertAcknowledgedBody,
    isAlert: true,
  },
  'alert.resolved': {
    summary: 'An alert was resolved',
    meaning: 'Somebody resolved an alert.',
    body: AlertResolvedBody,
    isAlert: true,
  },
  'audit.checkpoint': {
    summary: 'A checkpoint was signed',
    meaning: 'The entries of the audit log of an hour are covered by a signature.',
    body: AuditCheckpointBody,
    isAlert: false,
  },
  'coverage.difference': {
    summary: 'A balance differs',
    meaning: 'A balance differs from what the transactions add up to.',
    body: CoverageDifferenceBody,
    isAlert: false,
  },
  'wallet.throttled': {
    summary: 'Transactions wait',
    meaning: 'Transactions of wallets wait, because they are more than the budget of the organisation.',
    body: WalletThrottledBody,
    isAlert: false,
  },
  'configuration.changed': {
    summary: 'A configuration was changed',
    meaning:
      'Somebody disabled, deleted, repointed or muted a rule, a wallet, a subscription or a destination, or took a ' +
      'confirmed mail address out of the settings.',
    body: ConfigurationChangedBody,
    isAlert: false,
  },
  ping: { summary: 'A test', meaning: 'Somebody tests the subscription.', body: PingBody, isAlert: false },
};

const header = (name: string, description: string, required = true): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});

const headersOf = (event: string, isAlert: boolean): Json[] => [
  header('X-Service-Signature', '`sha256=` and the lowercase hex HMAC-SHA256 of the raw body'),
  header('X-Service-Signature-Previous', 'The same with the secret before the last rotation, for 24 hours', false),
  header('X-Service-Delivery', 'Id of the delivery, the same for its retries and replays'),
  header('X-Service-Attempt', 'Number of the attempt, from 1'),
  header('X-Service-Event', `\`${event}\``),
  ...(isAlert
    ? [header('X-Service-Alert-Id', 'Id of the alert event, the same for an alert and what becomes of it')]
    : []),
  header('X-Request-Id', 'Of the request or block that caused the delivery, the same as in the answer to the request'),
  header('webhook-id', 'Id of the delivery (Standard Webhooks)'),
  header('webhook-timestamp', 'Seconds since 1970 (Standard Webhooks)'),
  header('webhook-signature', '`v1,` and the base64 HMAC-SHA256, one for each valid secret (Standard Webhooks)'),
];

const DESCRIPTION =
  'Verify the signature of the raw body first. Answer 2xx within 10 seconds and do the work afterwards. Any other ' +
  'answer is retried after 5 seconds, 30 seconds, 2 minutes, 10 minutes and 1 hour; 410 disables the subscription.';

/** The `webhooks` of the OpenAPI document. */
export const webhooksOf = (schemaOf: (schema: z.ZodType) => Json): Json =>
  Object.fromEntries(
    Object.entries(webhookKinds).map(([event, { summary, meaning, body, isAlert }]) => [
      event,
      {
        post: {
          operationId: `receive.${event}`,
          summary,
          description: `${meaning} ${DESCRIPTION}`,
          tags: ['Webhooks'],
          security: [],
          parameters: headersOf(event, isAlert),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(body), example: Object(webhookExamples)[event] } },
          },
          responses: {
            '200': { description: 'Delivered' },
            '410': { description: 'Disables the subscription' },
          },
        },
      },
    ]),
  );
