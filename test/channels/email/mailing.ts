import type { SESv2Client } from '@aws-sdk/client-sesv2';
import { deliveryMail } from '../../../lib/channels/email/delivery-mail.ts';
import { mailer } from '../../../lib/channels/email/ses-mailer.ts';
import type { MailAddress } from '../../../lib/channels/port/send-deps.ts';
import type { StoredDelivery } from '../../../lib/deliveries/schema.ts';

const FROM = 'alerts@chainwatch.example';
export const UNSUBSCRIBE = 'https://api.chainwatch.example/prod/api/email-link?token=t';

/** Sends deliveries through SES, as `deliver` does. */
export function mailing(ses: SESv2Client) {
  const send = mailer(ses, { from: FROM, configurationSet: 'chainwatch-test' });
  return (to: MailAddress, delivery: StoredDelivery) =>
    send(deliveryMail(to, delivery, { from: FROM, unsubscribe: UNSUBSCRIBE }));
}
