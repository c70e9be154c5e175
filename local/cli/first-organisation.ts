import * as z from 'zod';
import type { Outcome } from '../aws/lambda.ts';
import type { DataDir } from '../processes/data-dir.ts';

/** What the admin function answers to `createOrganisation`. */
export const NewOrganisation = z.object({ organisationId: z.uuid(), apiKey: z.string() });
export type NewOrganisation = z.output<typeof NewOrganisation>;

/** The admin function's request for a new organisation with its first key. */
export const createOrganisationEvent = (name: string) => ({ action: 'createOrganisation', name });

const FILE = 'organisation.json';

/** The organisation whose key the stack prints: made at the first start on a data folder, the same ever after. */
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
