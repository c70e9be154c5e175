import { randomUUID } from 'node:crypto';
import type { SendEmail } from './ses.ts';
import { ACCOUNT, REGION } from './template.ts';

/** What happens to a mail after SES has taken it. */
export type Fate =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'bounce'; readonly bounceType: 'Permanent' | 'Transient'; readonly subType: string }
  | { readonly kind: 'complaint'; readonly subType: 'OnAccountSuppressionList' | null };

const DELIVERED: Fate = { kind: 'delivered' };

/** The mailbox simulator of SES. A label may follow the name: `bounce+1@simulator.amazonses.com`. */
const simulator: Readonly<Record<string, Fate>> = {
  success: DELIVERED,
  bounce: { kind: 'bounce', bounceType: 'Permanent', subType: 'General' },
  ooto: { kind: 'bounce', bounceType: 'Transient', subType: 'General' },
  complaint: { kind: 'complaint', subType: null },
  suppressionlist: { kind: 'bounce', bounceType: 'Permanent', subType: 'Suppressed' },
};

export const isSimulated = (address: string): boolean => /@simulator\.amazonses\.com$/i.test(address);

/** The reasons for which an address is on the suppression list of the account. */
export type Suppression = 'BOUNCE' | 'COMPLAINT';

export function fateOf(address: string, suppressed: Suppression | undefined): Fate {
  if (suppressed === 'BOUNCE') return { kind: 'bounce', bounceType: 'Permanent', subType: 'OnAccountSuppressionList' };
  if (suppressed === 'COMPLAINT') return { kind: 'complaint', subType: 'OnAccountSuppressionList' };
  if (!isSimulated(address)) return DELIVERED;
  return simulator[address.split(/[+@]/)[0]?.toLowerCase() ?? ''] ?? DELIVERED;
}

/** Whether the recipient has the mail. */
export const arrives = (fate: Fate): boolean =>
  fate.kind === 'delivered' || (fate.kind === 'bounce' ? fate.bounceType === 'Transient' : fate.subType === null);

/** The event that SES sends to EventBridge for a mail that did not end well. */
export function feedbackEvent(
  mail: SendEmail,
  to: string,
  messageId: string,
  fate: Exclude<Fate, { kind: 'delivered' }>,
) {
  const time = new Date().toISOString();
  const shared = { feedbackId: randomUUID(), timestamp: time };
  const isBounce = fate.kind === 'bounce';
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': isBounce ? 'Email Bounced' : 'Email Complaint Received',
    source: 'aws.ses',
    account: ACCOUNT,
    time,
    region: REGION,
    resources: [`arn:aws:ses:${REGION}:${ACCOUNT}:configuration-set/${mail.ConfigurationSetName}`],
    detail: {
      eventType: isBounce ? 'Bounce' : 'Complaint',
      ...(isBounce
        ? { bounce: { ...shared, ...bounceOf(fate, to) } }
        : { complaint: { ...shared, ...complaintOf(fate, to) } }),
      mail: {
        timestamp: time,
        messageId,
        source: mail.FromEmailAddress,
        sendingAccountId: ACCOUNT,
        destination: [to],
        headersTruncated: false,
        headers: mail.Content.Simple.Headers.map(({ Name: name, Value: value }) => ({ name, value })),
        tags: {
          'ses:configuration-set': [mail.ConfigurationSetName],
          ...Object.fromEntries(mail.EmailTags.map(({ Name, Value }) => [Name, [Value]])),
        },
      },
    },
  };
}

const bounceOf = ({ bounceType, subType }: Extract<Fate, { kind: 'bounce' }>, emailAddress: string) => ({
  bounceType,
  bounceSubType: subType,
  bouncedRecipients: [
    {
      emailAddress,
      ...(subType === 'General' &&
        bounceType === 'Permanent' && {
          action: 'failed',
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        }),
    },
  ],
});

const complaintOf = ({ subType }: Extract<Fate, { kind: 'complaint' }>, emailAddress: string) => ({
  complainedRecipients: [{ emailAddress }],
  complaintSubType: subType,
  ...(subType === null && { complaintFeedbackType: 'abuse', userAgent: 'Amazon SES Mailbox Simulator' }),
});
