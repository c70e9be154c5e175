import { SESv2Client } from '@aws-sdk/client-sesv2';
import { type Confirmations, confirmations } from '../../organisations/email-addresses/confirmations.ts';
import { emailAddressRepo } from '../../organisations/email-addresses/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import { env } from '../../platform/env.ts';
import { sdkTimeouts } from '../../platform/sdk/sdk-timeouts.ts';
import { MAIL_DEADLINE_MS, mailer } from './ses-mailer.ts';

/** The confirmation mails of this stage. */
export function configuredConfirmations(deps: Deps): Confirmations {
  const { MAIL_FROM: from, MAIL_CONFIGURATION_SET: configurationSet, SERVICE_URL: serviceUrl } = env.mail();
  const send = mailer(new SESv2Client(sdkTimeouts(MAIL_DEADLINE_MS)), { from, configurationSet });
  return confirmations({
    now: deps.now,
    randomBytes: deps.randomBytes,
    emailAddresses: emailAddressRepo(deps),
    serviceUrl,
    async sendMail(mail) {
      const { result } = await send(mail);
      return result.kind === 'delivered' ? null : result.error;
    },
  });
}
