import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulators } from './emulators.ts';
import { useMemoryFolder } from './memory-folder.ts';
import { startTestStack } from './stack.ts';

/** Many tests start a stack in a process of its own. Node compiles the modules of these processes only once. */
const COMPILE_CACHE = join(tmpdir(), 'chainwatch-test-compile-cache');

/**
 * Runs once before all tests of the project `real`. Test files run in other processes, so they get the URLs through the
 * environment.
 */
export default async function setup(): Promise<void> {
  useMemoryFolder();
  Object.assign(process.env, { NODE_COMPILE_CACHE: COMPILE_CACHE });
  const [emulators, stack] = await Promise.all([startEmulators(), startTestStack()]);
  Object.assign(process.env, emulators, stack);
}
