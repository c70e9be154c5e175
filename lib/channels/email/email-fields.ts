import * as z from 'zod';
import { EmailStatus } from '../../organisations/email-addresses/schema.ts';
import { StoredToldAddresses } from '../../organisations/email-addresses/told-addresses.ts';
import { MOST_EMAILS } from '../../organisations/limits/recipient-room.ts';
import { OrganisationId } from '../../values/ids.ts';
import type { SettingsFields } from '../port/channel-fields.ts';
import type { StoredDestination } from '../port/destination.ts';

export const StoredEmailFields = z.object({
  emails: z.array(z.string()).default([]),
  ...StoredToldAddresses.shape,
});

const input = {
  emails: z
    .array(z.email().max(254))
    .max(MOST_EMAILS)
    .transform((emails) => [...new Set(emails)]),
};
const Given = z.object({ emails: z.array(z.string()).optional() });

/** The field of a destination of this channel that holds its address. */
export const ADDRESS_FIELD = 'address';

/** The addresses in the settings, and whether each of them, and each address of a destination, gets alerts. */
export const emailFields: SettingsFields = {
  input,
  response: {
    emails: z.array(z.string()),
    emailStatus: z
      .array(EmailStatus)
      .describe('The addresses of `emails`, and those of destinations that are on: whether each of them gets alerts'),
  },
  stored: StoredEmailFields.shape,
  async change(deps, owner, given, before) {
    const { emails = [] } = Given.parse(given);
    const known = new Set(StoredEmailFields.parse(before).emails);
    const added = emails.filter((email) => !known.has(email));
    const organisationId = OrganisationId.parse(owner.organisationId);
    // An address without a record counts as confirmed, so the record comes before the settings name the address.
    await Promise.all(added.map((address) => deps.emailAddresses.add(organisationId, address)));
    return {
      stored: Given.parse(given),
      shownOnce: {},
      recorded: () => deps.confirmations.askPending(organisationId, added),
    };
  },
  async shown({ emailAddresses, destinations }, owner, stored) {
    const { emails } = StoredEmailFields.parse(stored);
    const organisationId = OrganisationId.parse(owner.organisationId);
    const addresses = [...new Set([...emails, ...(await destinations.all(organisationId)).flatMap(addressOf)])];
    return { emails, emailStatus: await emailAddresses.statuses(organisationId, addresses) };
  },
};

/** The address of a destination that wants mail. A destination that is off wants none. */
const addressOf = ({ kind, config, isActive }: StoredDestination): string[] =>
  kind === 'email' && isActive && config[ADDRESS_FIELD] !== undefined ? [config[ADDRESS_FIELD]] : [];
