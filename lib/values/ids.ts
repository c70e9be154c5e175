import { v5 } from 'uuid';
import * as z from 'zod';

/** The namespace of every derived id. Never change this value: every record would get a second id. */
const NAMESPACE = '6f0cdd3e-2f0a-4c0f-9a44-5c1a7d1f6d53';

export const Uuid = z.guid().toLowerCase();

/** A branded id: a read of tenant data without an organisation does not type-check. */
export const OrganisationId = Uuid.brand<'OrganisationId'>();
export type OrganisationId = z.output<typeof OrganisationId>;

/**
 * Derives an id from its parts. The same parts always give the same id, so that a repeated write reaches the same
 * record. The separator occurs in no part, so that ('a','bc') and ('ab','c') differ.
 */
export const derivedId = (kind: string, ...parts: readonly string[]): string =>
  v5([kind, ...parts].join('\n'), NAMESPACE);
