import * as z from 'zod';
import { ChainId } from '../../chains/registry.ts';
import { CreateApiKey } from '../../organisations/api-keys/schema.ts';
import { CreateOrganisation } from '../../organisations/create-organisation.ts';
import { SetLimits } from '../../organisations/limits/set-limits.ts';
import { ListOrganisations } from '../../organisations/list-organisations.ts';
import { SignIn } from '../../organisations/sign-in/schema.ts';
import { BulkIds } from '../../values/bulk.ts';
import { OrganisationId, Uuid } from '../../values/ids.ts';

/** The actions of the admin function, which only operators invoke (`aws lambda invoke`). */
export const AdminAction = z.discriminatedUnion('action', [
  CreateOrganisation.extend({ action: z.literal('createOrganisation') }),
  CreateApiKey.extend({ action: z.literal('createKey'), organisationId: OrganisationId }),
  z.strictObject({ action: z.literal('revokeKey'), organisationId: OrganisationId, keyId: Uuid }),
  z.strictObject({ action: z.literal('replay'), organisationId: OrganisationId, ids: BulkIds }),
  z.strictObject({ action: z.literal('recount'), organisationId: OrganisationId }),
  z.strictObject({ action: z.literal('recountAll'), after: OrganisationId.optional() }),
  SignIn.extend({ action: z.literal('setSignIn') }),
  z.strictObject({ action: z.literal('removeSignIn'), organisationId: OrganisationId }),
  SetLimits.extend({ action: z.literal('setLimits') }),
  ListOrganisations.extend({ action: z.literal('listOrganisations') }),
  z.strictObject({ action: z.literal('reseal'), after: OrganisationId.optional() }),
  z.strictObject({ action: z.literal('usage'), organisationId: OrganisationId }),
  z.strictObject({ action: z.literal('suspendOrganisation'), organisationId: OrganisationId }),
  z.strictObject({ action: z.literal('resumeOrganisation'), organisationId: OrganisationId }),
  z.strictObject({ action: z.literal('deleteOrganisation'), organisationId: OrganisationId }),
  z.strictObject({ action: z.literal('resumeChain'), chain: ChainId, fromHeight: z.int().min(0).optional() }),
]);
export type AdminAction = z.output<typeof AdminAction>;
