/**
 * An error that the user of the command can fix. The command prints only the message, which says how to fix the error.
 */
export class UserError extends Error {}

/**
 * Recognises a system error by its code. `instanceof` fails under a test runner, where errors come from another realm.
 */
export const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

export const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
