import { stopEmulators } from './emulators.ts';
import { stopTestStack } from './stack.ts';

/** Runs once after the tests that need emulators or the stack, also when some failed. */
export default async function teardown(): Promise<void> {
  await Promise.all([stopEmulators(), stopTestStack()]);
}
