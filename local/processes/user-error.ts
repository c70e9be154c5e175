/** Something the person at the keyboard can mend; shown as its message alone, which says how. */
export class UserError extends Error {}

/** Tells a system error by its code. Not `instanceof`: under a test runner Node's own errors come from another realm. */
export const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

export const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
