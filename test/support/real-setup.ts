import { startEmulators } from './emulators.ts';
import { recordGrants } from './grants.ts';
import { startTestStack } from './stack.ts';

/**
 * Runs once before all tests of the project `real`. Test files run in other processes, so they get the URLs through the
 * environment.
 */
export default async function setup(): Promise<void> {
  Object.assign(process.env, recordGrants());
  const [emulators, stack] = await Promise.all([startEmulators(), startTestStack()]);
  Object.assign(process.env, emulators, stack);
}
