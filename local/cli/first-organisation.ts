import * as z from 'zod';
import type { Outcome } from '../aws/lambda-outcome.ts';
import type { DataDir } from '../processes/data-dir.ts';
import { GROUPS, LOCAL_AUDIENCE } from '../sign-in/people.ts';

/** The admin function's answer to `createOrganisation`. */
export const NewOrganisation = z.object({ organisationId: z.uuid(), apiKey: z.string() });
export type NewOrganisation = z.output<typeof NewOrganisation>;

/** The event that makes the admin function create an organisation with its first key. */
export const createOrganisationEvent = (name: string) => ({ action: 'createOrganisation' as const, name });

const FILE = 'organisation.json';

/** The organisation whose key the stack prints. Created at the first start on a data folder and reused afterwards. */
export async function firstOrganisation(
  dataDir: DataDir,
  invokeAdmin: (event: object) => Promise<Outcome>,
): Promise<NewOrganisation> {
  const kept = dataDir.read(FILE, NewOrganisation);
  if (kept !== undefined) return kept;
  const outcome = await invokeAdmin(createOrganisationEvent('Local'));
  if (!outcome.ok) throw new Error(`The admin function failed: ${outcome.error.errorMessage}`);
  const made = NewOrganisation.parse(outcome.result);
  dataDir.write(FILE, made);
  return made;
}

/** Lets the people of the local identity provider sign in to the organisation. */
export async function letPeopleSignIn(
  invokeAdmin: (event: object) => Promise<Outcome>,
  organisationId: string,
  issuer: string,
): Promise<void> {
  const outcome = await invokeAdmin({
    action: 'setSignIn',
    organisationId,
    issuer,
    audience: LOCAL_AUDIENCE,
    ...GROUPS,
  });
  if (!outcome.ok) throw new Error(`The admin function failed: ${outcome.error.errorMessage}`);
}
