import * as z from 'zod';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import type { OutgoingMail } from '../../organisations/email-addresses/confirmation-mail.ts';
import type { MailAddress } from '../port/send-deps.ts';
import { mailPage } from './mail-page.ts';

/** The body of an e-mail delivery, as it was rendered when the alert fired. */
const MailBody = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Absent in the mail of an earlier version. */
  thread: z.string().optional(),
});

type MailDelivery = Pick<StoredDelivery, 'id' | 'organisationId' | 'body' | 'eventKind' | 'eventId' | 'correlationId'>;

/**
 * The mail of a delivery.
 * @param from the sender, whose domain makes the ids of threads unique.
 * @param unsubscribe the link for the button of mail programs (RFC 8058). The link is a header, because every attempt
 *   has a link of its own, and all attempts of a delivery send the same text.
 * @throws ZodError when the body is not an e-mail that the service rendered.
 */
export function deliveryMail(
  { to, addressId }: MailAddress,
  delivery: MailDelivery,
  { from, unsubscribe }: { readonly from: string; readonly unsubscribe: string },
): OutgoingMail {
  const { id, organisationId, eventId, eventKind, correlationId = id } = delivery;
  const { subject, text, html, thread = eventId } = MailBody.parse(JSON.parse(delivery.body));
  return {
    to,
    subject,
    text,
    html: mailPage(html),
    // Only ids. The subject, which SES encodes, is the only header with text of a tenant or of a chain.
    headers: {
      // RFC 3834: asks for no automatic reply, such as a holiday notice.
      'Auto-Submitted': 'auto-generated',
      'X-Chainwatch-Delivery': id,
      'X-Chainwatch-Event': eventKind,
      // The log lines of the request or block that caused the mail carry the same id.
      'X-Request-Id': correlationId,
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      ...(thread !== null && threadHeaders(`<${thread}@${from.slice(from.lastIndexOf('@') + 1)}>`)),
    },
    tags: { organisation: organisationId, addressId, delivery: id },
  };
}

/**
 * SES writes the Message-ID itself. By these headers, mail programs show all mails of a payment as one thread, as if
 * each of them answered the same mail. Gmail also wants equal subjects, and shows a mail of another rule by itself.
 */
const threadHeaders = (first: string) => ({ 'In-Reply-To': first, References: first });
