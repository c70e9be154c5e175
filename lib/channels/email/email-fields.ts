import * as z from 'zod';
import { EmailStatus } from '../../organisations/email-addresses/schema.ts';
import { OrganisationId } from '../../values/ids.ts';
import type { SettingsFields } from '../port/channel-fields.ts';

export const StoredEmailFields = z.object({ emails: z.array(z.string()).default([]) });

const input = {
  emails: z
    .array(z.email().max(254))
    .max(20)
    .transform((emails) => [...new Set(emails)]),
};
const Given = z.object({ emails: z.array(z.string()).optional() });

/** The addresses in the settings, and whether each of them gets alerts. */
export const emailFields: SettingsFields = {
  input,
  response: { emails: z.array(z.string()), emailStatus: z.array(EmailStatus) },
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
  async shown({ emailAddresses }, owner, stored) {
    const { emails } = StoredEmailFields.parse(stored);
    const organisationId = OrganisationId.parse(owner.organisationId);
    return { emails, emailStatus: await emailAddresses.statuses(organisationId, emails) };
  },
};
