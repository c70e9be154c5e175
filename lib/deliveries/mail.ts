import { type SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import * as z from 'zod';
import { errorFields, log } from '../log.ts';
import type { SendResult } from './attempt.ts';
import { failed } from './http-sender.ts';

/** The body of an e-mail delivery, as it was rendered when the alert fired. */
const MailBody = z.object({ subject: z.string(), text: z.string(), html: z.string() });

/** Sends one mail through SES. What SES refuses is a failed attempt; our own faults throw. */
export function mailer(ses: SESv2Client, from: string): (to: string, body: string) => Promise<SendResult> {
  return async (to, body) => {
    const { subject, text, html } = MailBody.parse(JSON.parse(body));
    const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
    const started = performance.now();
    const durationMs = () => Math.round(performance.now() - started);
    try {
      await ses.send(
        new SendEmailCommand({
          FromEmailAddress: from,
          Destination: { ToAddresses: [to] },
          Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
        }),
      );
      return { ...failed(''), ok: true, error: null, durationMs: durationMs() };
    } catch (error) {
      if (!(error instanceof SESv2ServiceException)) throw error;
      // Its message names our account and role, which are no tenant's business.
      log.warn('mail.refused', errorFields(error));
      return { ...failed(`The mail service refused the message (${error.name}).`), durationMs: durationMs() };
    }
  };
}
