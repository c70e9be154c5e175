import { removeMemoryFolder } from '../support/memory-folder.ts';
import { stopTestStack } from '../support/stack.ts';

/** Runs once after all tests of the project `browser`, also after failures. */
export default async function teardown(): Promise<void> {
  await stopTestStack();
  removeMemoryFolder();
}
