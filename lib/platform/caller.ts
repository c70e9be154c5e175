import type { OrganisationId } from '../values/ids.ts';

/** What a caller may do, from the least to the most. Each scope includes those before it. */
export const scopes = ['read', 'review', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Who acts: an API key, or a person with an access token of an identity provider. */
export type Actor =
  | { readonly kind: 'key'; readonly id: string; readonly name: string }
  /** `id` is `person:<subject>`, which is unique in the organisation. */
  | { readonly kind: 'person'; readonly id: string; readonly name: string; readonly email: string | null };

/** The caller, as the authorizer identified it. */
export interface Caller {
  readonly organisation: OrganisationId;
  readonly actor: Actor;
  readonly scope: Scope;
  /** The rate that an operator set for the organisation. */
  readonly requestsPerSecond?: number;
}

/** Under which id the requests of a caller count. Two organisations may have persons with the same subject. */
export const rateIdOf = ({ organisation, actor }: Pick<Caller, 'organisation' | 'actor'>): string =>
  actor.kind === 'key' ? actor.id : `${organisation}#${actor.id}`;
