import * as z from 'zod';
import { log } from '../../platform/log.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { ApiError, invalidField } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { confirmationMail, type OutgoingMail } from './confirmation-mail.ts';
import { emailLinkUrl } from './email-link.ts';
import { type AskedAddress, type EmailAddressRepo, emailAddressId } from './repo.ts';
import type { EmailStatus } from './schema.ts';

const Emails = z.object({ emails: z.array(z.string()).default([]) });

/** The addresses that the settings of an organisation name. */
export const addressesIn = (settings: unknown): string[] => Emails.parse(settings).emails;

export interface ConfirmationDeps {
  readonly emailAddresses: Pick<EmailAddressRepo, 'statuses' | 'countMail' | 'ask' | 'explain' | 'nameOf'>;
  readonly serviceUrl: string;
  /** Sends the mail. Returns why the mail service did not take it, or null when it did. */
  sendMail(mail: OutgoingMail): Promise<string | null>;
  randomBytes(size: number): Buffer;
  now(): Date;
}

const TOO_MANY = 'The confirmation mails of today are used up. Send another mail tomorrow.';
/** The most addresses of the settings: a request waits for its mails only once. */
const MAILS_AT_ONCE = 20;
const SECRET_BYTES = 24;

/** Sends confirmation mails. */
export function confirmations(deps: ConfirmationDeps) {
  const { emailAddresses } = deps;

  async function send(organisationId: OrganisationId, asked: AskedAddress, isAudited = false): Promise<void> {
    const { address } = asked;
    const proof = deps.randomBytes(SECRET_BYTES).toString('base64url');
    if (!(await emailAddresses.ask(organisationId, address, proof, isAudited))) return;
    const addressId = emailAddressId(organisationId, address);
    const url = emailLinkUrl(deps.serviceUrl, { purpose: 'confirm', organisationId, addressId, proof });
    const error = await deps.sendMail(confirmationMail(asked, url, { organisation: organisationId, addressId }));
    log.info('email.confirmation_sent', { addressId, error });
    if (error !== null) await emailAddresses.explain(organisationId, address, error);
  }

  return {
    /**
     * Sends each pending address a confirmation mail. An address whose mail cannot be sent stays pending with the
     * reason, because the settings were changed all the same.
     */
    async askPending(organisationId: OrganisationId, addresses: readonly string[]): Promise<void> {
      const statuses = await emailAddresses.statuses(organisationId, addresses);
      const allowed: string[] = [];
      // One after the other, because all of them change the count of the organisation.
      for (const { address, status } of statuses) {
        if (status !== 'pending') continue;
        if (await emailAddresses.countMail(organisationId, address)) allowed.push(address);
        else await emailAddresses.explain(organisationId, address, TOO_MANY);
      }
      if (allowed.length === 0) return;
      // Once for all of the mails.
      const organisation = await emailAddresses.nameOf(organisationId);
      await mapConcurrent(allowed, MAILS_AT_ONCE, (address) => send(organisationId, { address, organisation }));
    },

    /**
     * Sends the confirmation mail again.
     * @param others the addresses of the organisation besides those in the settings.
     * @throws ApiError `validation_failed` for an address that is neither in the settings nor of a destination,
     *   `conflict` when no confirmation is needed or allowed, `rate_limited` when the mails of the day are used up.
     */
    async resend(
      organisationId: OrganisationId,
      address: string,
      settings: unknown,
      others: readonly string[] = [],
    ): Promise<EmailStatus> {
      if (![...addressesIn(settings), ...others].includes(address)) {
        throw invalidField('address', 'is not one of the addresses in the settings, and no destination has it');
      }
      const present = async () => {
        const [status] = await emailAddresses.statuses(organisationId, [address]);
        if (status === undefined) throw new Error('an address has no status');
        return status;
      };
      const { status } = await present();
      if (status === 'confirmed') throw new ApiError('conflict', 'The address is confirmed.');
      if (status === 'complained') {
        throw new ApiError('conflict', 'The recipient marked a mail as spam, so this address gets no more mail.');
      }
      if (!(await emailAddresses.countMail(organisationId, address))) {
        const headers = { 'Retry-After': String(secondsToMidnight(deps.now())) };
        throw new ApiError('rate_limited', TOO_MANY, { headers });
      }
      await send(organisationId, { address, organisation: await emailAddresses.nameOf(organisationId) }, true);
      return present();
    },
  };
}

export type Confirmations = ReturnType<typeof confirmations>;

/** Until the day of UTC ends. */
const secondsToMidnight = (at: Date): number => 86_400 - (Math.floor(at.getTime() / 1000) % 86_400);
