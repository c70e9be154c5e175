import { type SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import * as z from 'zod';
import type { Delivered, Failed } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { errorFields, log } from '../../platform/log.ts';

/** The body of an e-mail delivery, as it was rendered when the alert fired. */
const MailBody = z.object({ subject: z.string(), text: z.string(), html: z.string() });

type MailDelivery = Pick<StoredDelivery, 'id' | 'body' | 'eventKind' | 'eventId'>;

export interface MailResult {
  readonly result: Delivered | Failed;
  /** The mail service refused the e-mail because of the limits of the account, which all organisations share. */
  readonly throttled: boolean;
}

/** The time for one e-mail with all retries of the client: well within the lease of an attempt. */
const DEADLINE_MS = 10_000;

/**
 * Sends one e-mail through SES. When SES refuses the e-mail or does not answer in time, the attempt failed and gets a
 * retry like any other failed attempt. An operator repairs most causes that look permanent (a domain to verify, a
 * sandbox to leave). A fault of this service throws.
 *
 * SES has no idempotency key. An e-mail whose response was lost, or whose attempt a crash left unrecorded, is sent
 * twice. Both copies have the same `X-Chainwatch-Delivery`.
 */
export function mailer(ses: SESv2Client, from: string): (to: string, delivery: MailDelivery) => Promise<MailResult> {
  return async (to, delivery) => {
    const { subject, text, html } = MailBody.parse(JSON.parse(delivery.body));
    const started = performance.now();
    const exchange = () => ({ response: null, durationMs: Math.round(performance.now() - started) });
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
      return { result: { kind: 'delivered', exchange: exchange() }, throttled: false };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      const throttled = isThrottled(error);
      // The text of the error names the account and the role, so only the log has it.
      log.warn(throttled ? 'mail.throttled' : 'mail.failed', errorFields(error));
      return { result: { kind: 'failed', error: reason, exchange: exchange() }, throttled };
    }
  };
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** Only ids. The subject, which SES encodes, is the only header with text of a tenant or of a chain. */
function headersOf({ id, eventKind, eventId }: MailDelivery, from: string): { Name: string; Value: string }[] {
  const fixed = [
    // RFC 3834: asks for no automatic reply, such as a holiday notice.
    { Name: 'Auto-Submitted', Value: 'auto-generated' },
    { Name: 'X-Chainwatch-Delivery', Value: id },
    { Name: 'X-Chainwatch-Event', Value: eventKind },
  ];
  if (eventId === null) return fixed;
  // SES writes the Message-ID itself. Mail programs show an alert and its retraction as one thread by this header.
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

/** Matches the error names of SES for its rate and its quotas, and the error names of the SDK for any service. */
const isThrottled = (error: unknown): boolean =>
  error instanceof SESv2ServiceException &&
  (error.$metadata.httpStatusCode === 429 || /Throttl|TooManyRequests|LimitExceeded/.test(error.name));

/** Why an e-mail was not sent, for the record of the attempt. Null when the fault is in this service. */
function reasonOf(error: unknown): string | null {
  if (error instanceof SESv2ServiceException) {
    const reason = refusals[error.name];
    return `The mail service refused the message${reason === undefined ? '' : `: ${reason}`} (${error.name}).`;
  }
  if (!(error instanceof Error)) return null;
  // The deadline throws an AbortError. The SDK throws a TimeoutError when the connection is closed or reset.
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'The mail service did not answer.';
  // Node's names of network errors: ECONNREFUSED, ENOTFOUND.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^E[A-Z_]+$/.test(code) && !code.startsWith('ERR_') ? `The mail service cannot be reached (${code}).` : null;
}
