import { startEmulators } from './emulators.ts';
import { recordGrants } from './grants.ts';
import { startTestStack } from './stack.ts';

/**
 * Runs once before the tests that need emulators or the stack. Test files run in processes of their own, so what they
 * need to know goes through the environment.
 */
export default async function setup(): Promise<void> {
  Object.assign(process.env, recordGrants());
  const [emulators, stack] = await Promise.all([startEmulators(), startTestStack()]);
  Object.assign(process.env, emulators, stack);
}
