import { deliveryRefusals } from '../../lib/deliveries/refuse-delivery.ts';
import { MailEvent, receiveFeedback } from '../../lib/organisations/email-addresses/mail-feedback.ts';
import { emailAddressRepo } from '../../lib/organisations/email-addresses/repo.ts';
import { deps } from '../../lib/platform/deps.ts';

/** An event of SES: a mail bounced, or its recipient complained. A failed invocation is retried by Lambda. */
export const handler = (event: unknown): Promise<void> =>
  receiveFeedback(
    { emailAddresses: emailAddressRepo(deps()), deliveries: deliveryRefusals(deps()) },
    MailEvent.parse(event),
  );
