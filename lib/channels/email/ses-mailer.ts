import { type SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Delivered, Failed } from '../../deliveries/result.ts';
import type { OutgoingMail } from '../../organisations/email-addresses/confirmation-mail.ts';
import { clock } from '../../platform/deps.ts';
import { errorFields, log } from '../../platform/log.ts';
import { measured } from '../../platform/metrics.ts';

/** Who sends, and under which configuration set of SES. */
export interface MailSender {
  readonly from: string;
  readonly configurationSet: string;
}

export interface MailResult {
  readonly result: Delivered | Failed;
  /** The mail service refused the e-mail because of the limits of the account, which all organisations share. */
  readonly throttled: boolean;
}

/**
 * The time for one e-mail with all retries of the client: well within the lease of an attempt. A request has no shorter
 * time-out, because SES would send the e-mail of the repeated request too.
 */
export const MAIL_DEADLINE_MS = 10_000;

/**
 * Sends one e-mail through SES. When SES refuses the e-mail or does not answer in time, the attempt failed and gets a
 * retry like any other failed attempt. An operator repairs most causes that look permanent (a domain to verify, a
 * sandbox to leave). A fault of this service throws.
 *
 * SES has no idempotency key. An e-mail whose response was lost, or whose attempt a crash left unrecorded, is sent
 * twice. Both copies have the same `X-Chainwatch-Delivery`.
 */
export function mailer(
  ses: SESv2Client,
  { from, configurationSet }: MailSender,
): (mail: OutgoingMail) => Promise<MailResult> {
  return async ({ to, subject, text, html, headers, tags }) => {
    const started = performance.now();
    const exchange = () => ({ response: null, durationMs: Math.round(performance.now() - started) });
    const message = {
      FromEmailAddress: from,
      ConfigurationSetName: configurationSet,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: utf8(subject),
          Body: { Text: utf8(text), Html: utf8(html) },
          Headers: pairs(headers),
        },
      },
      EmailTags: pairs(tags),
    };
    try {
      await ses.send(new SendEmailCommand(message), { abortSignal: AbortSignal.timeout(MAIL_DEADLINE_MS) });
      return { result: { kind: 'delivered', exchange: exchange() }, throttled: false };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      const throttled = isThrottled(error);
      // The text of the error names the account and the role, so only the log has it.
      if (throttled) log.warn('mail.throttled', errorFields(error));
      else
        log.warn('mail.failed', {
          ...errorFields(error),
          ...(isOurs(error) && measured(clock(), { mailsFailed: 1 }, {})),
        });
      return { result: { kind: 'failed', error: reason, exchange: exchange() }, throttled };
    }
  };
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

const pairs = (values: OutgoingMail['headers']) => Object.entries(values).map(([Name, Value]) => ({ Name, Value }));

const refusals: Readonly<Record<string, string>> = {
  MessageRejected: 'its recipient or its content was rejected',
  BadRequestException: 'its address or its content is not valid',
  MailFromDomainNotVerifiedException: 'the domain of the sender is not verified',
  AccountSuspendedException: 'sending is suspended',
  NotFoundException: 'its configuration set does not exist',
  SendingPausedException: 'sending is paused',
  LimitExceededException: 'the sending limit is reached',
  TooManyRequestsException: 'too many were sent at once',
};

/** Matches the error names of SES for its rate and its quotas, and the error names of the SDK for any service. */
const isThrottled = (error: unknown): boolean =>
  error instanceof SESv2ServiceException &&
  (error.$metadata.httpStatusCode === 429 || /Throttl|TooManyRequests|LimitExceeded/.test(error.name));

/** Whether operators must hear of the error. Any tenant can enter an address that SES finds invalid. */
const isOurs = (error: unknown): boolean => !(error instanceof Error && error.name === 'BadRequestException');

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
