import { type SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import * as z from 'zod';
import { errorFields, log } from '../platform/log.ts';
import type { SendResult } from './attempt.ts';
import { failed } from './http-sender.ts';
import type { StoredDelivery } from './schema.ts';

/** The body of an e-mail delivery, as it was rendered when the alert fired. */
const MailBody = z.object({ subject: z.string(), text: z.string(), html: z.string() });

type MailDelivery = Pick<StoredDelivery, 'id' | 'body' | 'eventKind' | 'eventId'>;

/** For one mail with all the client's own retries, well within the lease of an attempt. */
const DEADLINE_MS = 10_000;

/**
 * Sends one mail through SES. What SES refuses, or does not answer in time, is a failed attempt and retried as any other:
 * of what looks permanent most is mended by an operator (a domain to verify, a sandbox to leave). What is refused for the
 * limits of the account, which all organisations share, is told as `throttled`. Our own faults throw.
 *
 * SES has no idempotency key: a mail whose answer was lost, or that a crash left unrecorded, is sent twice. Both copies
 * have the same `X-Chainwatch-Delivery`.
 */
export function mailer(ses: SESv2Client, from: string): (to: string, delivery: MailDelivery) => Promise<SendResult> {
  return async (to, delivery) => {
    const { subject, text, html } = MailBody.parse(JSON.parse(delivery.body));
    const started = performance.now();
    const durationMs = () => Math.round(performance.now() - started);
    const message = {
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: utf8(subject),
          Body: { Text: utf8(text), Html: utf8(html) },
          Headers: headersOf(delivery, from),
        },
      },
    };
    try {
      await ses.send(new SendEmailCommand(message), { abortSignal: AbortSignal.timeout(DEADLINE_MS) });
      return { ...failed(''), ok: true, error: null, durationMs: durationMs() };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      // Its message names our account and role, which are no tenant's business.
      log.warn(isThrottled(error) ? 'mail.throttled' : 'mail.failed', errorFields(error));
      return { ...failed(reason), ...(isThrottled(error) && { throttled: true }), durationMs: durationMs() };
    }
  };
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** Ids alone: nothing of a tenant or of a chain stands in a header but in the subject, which SES encodes. */
function headersOf({ id, eventKind, eventId }: MailDelivery, from: string): { Name: string; Value: string }[] {
  const fixed = [
    // RFC 3834: no automatic answer, such as that somebody is on holiday.
    { Name: 'Auto-Submitted', Value: 'auto-generated' },
    { Name: 'X-Chainwatch-Delivery', Value: id },
    { Name: 'X-Chainwatch-Event', Value: eventKind },
  ];
  if (eventId === null) return fixed;
  // SES writes the Message-ID itself; what refers to the same id is shown as one thread, an alert and its retraction.
  return [...fixed, { Name: 'References', Value: `<${eventId}@${from.slice(from.lastIndexOf('@') + 1)}>` }];
}

const refusals: Readonly<Record<string, string>> = {
  MessageRejected: 'its recipient or its content was rejected',
  BadRequestException: 'its address or its content is not valid',
  MailFromDomainNotVerifiedException: 'the domain of the sender is not verified',
  AccountSuspendedException: 'sending is suspended',
  SendingPausedException: 'sending is paused',
  LimitExceededException: 'the sending limit is reached',
  TooManyRequestsException: 'too many were sent at once',
};

/** By the names that SES has for its rate and its quotas, and the SDK for any service's. */
const isThrottled = (error: unknown): boolean =>
  error instanceof SESv2ServiceException &&
  (error.$metadata.httpStatusCode === 429 || /Throttl|TooManyRequests|LimitExceeded/.test(error.name));

/** Why a mail was not sent, for the record of the attempt; null when the fault is ours. */
function reasonOf(error: unknown): string | null {
  if (error instanceof SESv2ServiceException) {
    const reason = refusals[error.name];
    return `The mail service refused the message${reason === undefined ? '' : `: ${reason}`} (${error.name}).`;
  }
  if (!(error instanceof Error)) return null;
  // The first is our deadline; the SDK calls connections that are closed or reset the second.
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'The mail service did not answer.';
  // Of the network, as Node names them: ECONNREFUSED, ENOTFOUND.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^E[A-Z_]+$/.test(code) && !code.startsWith('ERR_') ? `The mail service cannot be reached (${code}).` : null;
}
