import { describe, expect, it } from '@jest/globals';
import { MailEvent, receiveFeedback } from '../../../lib/organisations/email-addresses/mail-feedback.ts';
import { quiet } from '../../support/quiet.ts';
import { organisation, uuid } from '../../support/records.ts';

quiet();

/** What the function does with an event of SES. */
async function received(detail: object, delivery: string | undefined = uuid(6)) {
  const done: unknown[] = [];
  const tags = { organisation: [organisation], addressId: [uuid(9)], ...(delivery && { delivery: [delivery] }) };
  const event = MailEvent.parse({ detail: { ...detail, mail: { messageId: 'm1', tags } } });
  await receiveFeedback(
    {
      emailAddresses: { move: async (...given) => done.push(['address', ...given]) > 0 },
      deliveries: { refused: async (...given) => void done.push(['delivery', ...given]) },
    },
    event,
  );
  return done;
}

const bounce = (bounceType: string, bounceSubType: string, more: object = {}) => ({
  eventType: 'Bounce',
  bounce: { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: 'a@b.example', ...more }] },
});
const complaint = (more: object) => ({ eventType: 'Complaint', complaint: more });

describe('Feedback about a mail', () => {
  it.each<[string, object, string]>([
    [
      'an unknown mailbox',
      bounce('Permanent', 'General', { status: '5.1.1' }),
      'The mail came back: the address takes no mail (General, 5.1.1).',
    ],
    [
      'a suppressed address',
      bounce('Permanent', 'OnAccountSuppressionList'),
      'The mail service suppresses this address (OnAccountSuppressionList).',
    ],
  ])('of %s deactivates the address and fails the delivery', async (_, detail, reason) => {
    expect(await received(detail)).toEqual([
      ['address', organisation, uuid(9), 'bounce', reason],
      ['delivery', organisation, uuid(6), reason],
    ]);
  });

  it('about a confirmation mail deactivates the address', async () => {
    expect(await received(bounce('Permanent', 'NoEmail'), '')).toEqual([
      ['address', organisation, uuid(9), 'bounce', 'The mail came back: the address takes no mail (NoEmail).'],
    ]);
  });

  it('of a complaint deactivates the address and leaves the delivery, because the mail arrived', async () => {
    expect(await received(complaint({ complaintFeedbackType: 'abuse' }))).toEqual([
      ['address', organisation, uuid(9), 'complain', 'The recipient marked a mail as spam.'],
    ]);
  });

  it('of an address that is suppressed after a complaint fails the delivery too', async () => {
    const reason = 'The mail service suppresses this address after a complaint.';
    expect(await received(complaint({ complaintSubType: 'OnAccountSuppressionList' }))).toEqual([
      ['address', organisation, uuid(9), 'complain', reason],
      ['delivery', organisation, uuid(6), reason],
    ]);
  });

  it.each<[string, object]>([
    ['a full mailbox', bounce('Transient', 'MailboxFull')],
    ['an automatic reply', bounce('Transient', 'General')],
    ['an unknown cause', bounce('Undetermined', 'Undetermined')],
    ['a mail that is no spam', complaint({ complaintFeedbackType: 'not-spam' })],
  ])('of %s changes nothing', async (_, detail) => {
    expect(await received(detail)).toEqual([]);
  });
});
