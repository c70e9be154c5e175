import { v5 } from 'uuid';
import * as z from 'zod';

/** Namespace of every id that Chainwatch derives; changing it would give every record a second identity. */
const NAMESPACE = '6f0cdd3e-2f0a-4c0f-9a44-5c1a7d1f6d53';

export const Uuid = z.guid().transform((id) => id.toLowerCase());

/** Made by the authorizer, the admin function and the pipelines alone: a read without one does not type-check. */
export const OrganisationId = Uuid.brand<'OrganisationId'>();
export type OrganisationId = z.output<typeof OrganisationId>;

/**
 * An id that is the same whenever it is made from the same parts, so that a write that is tried twice hits the same
 * record. Parts are joined by a separator that no part contains, so that ('a','bc') and ('ab','c') differ.
 */
export const derivedId = (kind: string, ...parts: readonly string[]): string =>
  v5([kind, ...parts].join('\n'), NAMESPACE);
