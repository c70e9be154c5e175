import type { components } from '../../sdk/index.ts';

export type Scope = components['schemas']['Me']['scope'];

const rank: Readonly<Record<Scope, number>> = { read: 0, review: 1, write: 2, admin: 3 };

/** Why somebody with this scope may not do what needs another scope; undefined when it may. */
export const refusal = (scope: Scope, needed: Scope): string | undefined =>
  rank[scope] >= rank[needed] ? undefined : `You have the scope "${scope}". This needs the scope "${needed}".`;
