/** Who can sign in on the local stack, with the claims of their tokens. */
export const PEOPLE = [
  { sub: 'ada', name: 'Ada Admin', email: 'ada@local.example.com', groups: ['chainwatch-admin'] },
  { sub: 'ravi', name: 'Ravi Reviewer', email: 'ravi@local.example.com', groups: ['chainwatch-review'] },
  { sub: 'rita', name: 'Rita Reader', email: 'rita@local.example.com', groups: ['chainwatch-read'] },
] as const;
export type Person = (typeof PEOPLE)[number];

/** The scopes of their groups, for `setSignIn`. */
export const GROUPS = {
  scopeClaim: 'groups',
  scopes: { 'chainwatch-admin': 'admin', 'chainwatch-review': 'review', 'chainwatch-read': 'read' },
} as const;

/** The name of the local API at the identity provider. */
export const LOCAL_AUDIENCE = 'chainwatch-local';
/** The name of the local console there. */
export const LOCAL_CLIENT = 'chainwatch-console';
