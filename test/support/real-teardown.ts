import { stopEmulators } from './emulators.ts';
import { grantsAmiss } from './grants.ts';
import { stopTestStack } from './stack.ts';

/** What Jest tells of the run: whether it was asked for some of the tests alone. */
interface Run {
  readonly testPathPatterns: { isSet(): boolean };
  readonly testNamePattern?: string;
}

/**
 * Runs once after the tests that need emulators or the stack, also when some failed.
 * @throws Error when functions of the stacks were refused something, or may do what none of all tests had them do.
 */
export default async function teardown({ testPathPatterns, testNamePattern }: Run): Promise<void> {
  await Promise.all([stopEmulators(), stopTestStack()]);
  const amiss = grantsAmiss(!testPathPatterns.isSet() && !testNamePattern);
  if (amiss.length > 0) throw new Error(`Access that a role lacks or does not need:\n${amiss.join('\n')}`);
}
