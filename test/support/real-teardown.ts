import { stopEmulators } from './emulators.ts';
import { grantFaults } from './grants.ts';
import { stopTestStack } from './stack.ts';

/** The options of the run that select a part of the tests. */
interface Run {
  readonly testPathPatterns: { isSet(): boolean };
  readonly testNamePattern?: string;
}

/**
 * Runs once after all tests of the project `real`, also after failures.
 * @throws Error when a role lacked a permission or, after a complete run, when no test used a grant.
 */
export default async function teardown({ testPathPatterns, testNamePattern }: Run): Promise<void> {
  await Promise.all([stopEmulators(), stopTestStack()]);
  const faults = grantFaults(!testPathPatterns.isSet() && !testNamePattern);
  if (faults.length > 0) throw new Error(`Permissions that a role lacks or does not need:\n${faults.join('\n')}`);
}
