import * as z from 'zod';
import { log } from '../../platform/log.ts';
import { OrganisationId, Uuid } from '../../values/ids.ts';
import type { EmailAddressRepo } from './repo.ts';

const Mail = z.object({
  messageId: z.string(),
  /** The tags of the mail. SES gives each tag as a list. */
  tags: z.object({
    organisation: z.tuple([OrganisationId]),
    addressId: z.tuple([Uuid]),
    delivery: z.tuple([Uuid]).optional(),
  }),
});
const Recipient = z.object({ status: z.string().optional() });

/** The events of SES for bounces and complaints, as EventBridge brings them. */
export const MailEvent = z.object({
  detail: z.discriminatedUnion('eventType', [
    z.object({
      eventType: z.literal('Bounce'),
      bounce: z.object({
        bounceType: z.string(),
        bounceSubType: z.string(),
        bouncedRecipients: z.array(Recipient).default([]),
      }),
      mail: Mail,
    }),
    z.object({
      eventType: z.literal('Complaint'),
      complaint: z.object({
        complaintFeedbackType: z.string().nullish(),
        complaintSubType: z.string().nullish(),
      }),
      mail: Mail,
    }),
  ]),
});
type Detail = z.output<typeof MailEvent>['detail'];

export interface FeedbackDeps {
  readonly emailAddresses: Pick<EmailAddressRepo, 'move'>;
  readonly deliveries: { refused(organisationId: OrganisationId, id: string, error: string): Promise<void> };
}

/**
 * Deactivates the address of a mail that bounced for good or that its recipient marked as spam. The delivery of a mail
 * that did not arrive becomes `failed`. Does nothing for a mailbox that is full, and for a mail that is no spam.
 */
export async function receiveFeedback(deps: FeedbackDeps, { detail }: z.output<typeof MailEvent>): Promise<void> {
  const { messageId, tags } = detail.mail;
  const [organisation] = tags.organisation;
  const [addressId] = tags.addressId;
  const [delivery] = tags.delivery ?? [];
  const verdict = verdictOf(detail);
  log.info('mail.feedback', { organisation, addressId, delivery, messageId, ...verdict });
  if (verdict.event === null) return;
  await deps.emailAddresses.move(organisation, addressId, verdict.event, verdict.reason);
  if (delivery !== undefined && !verdict.arrived) await deps.deliveries.refused(organisation, delivery, verdict.reason);
}

interface Verdict {
  readonly event: 'bounce' | 'complain' | null;
  readonly reason: string;
  /** Whether the recipient has the mail. */
  readonly arrived: boolean;
}

/** The subtypes of a mail that SES took and did not send. */
const SUPPRESSED: ReadonlySet<string | null | undefined> = new Set(['Suppressed', 'OnAccountSuppressionList']);

function verdictOf(detail: Detail): Verdict {
  if (detail.eventType === 'Complaint') {
    const { complaintFeedbackType, complaintSubType } = detail.complaint;
    if (complaintFeedbackType === 'not-spam') return { event: null, reason: 'not spam', arrived: true };
    return SUPPRESSED.has(complaintSubType)
      ? { event: 'complain', reason: 'The mail service suppresses this address after a complaint.', arrived: false }
      : { event: 'complain', reason: 'The recipient marked a mail as spam.', arrived: true };
  }
  const { bounceType, bounceSubType, bouncedRecipients } = detail.bounce;
  const status = bouncedRecipients[0]?.status;
  const why = [bounceSubType, ...(status === undefined ? [] : [status])].join(', ');
  if (bounceType !== 'Permanent') return { event: null, reason: `${bounceType} bounce (${why})`, arrived: true };
  return SUPPRESSED.has(bounceSubType)
    ? { event: 'bounce', reason: `The mail service suppresses this address (${why}).`, arrived: false }
    : { event: 'bounce', reason: `The mail came back: the address takes no mail (${why}).`, arrived: false };
}
