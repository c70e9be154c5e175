import { stopEmulators } from './emulators.ts';
import { grantFaults } from './grants.ts';
import { removeMemoryFolder } from './memory-folder.ts';
import { stopTestStack } from './stack.ts';
import { largestFiles, unitFaults } from './units.ts';

/** The options of the run that select a part of the tests. */
interface Run {
  readonly testPathPatterns: { isSet(): boolean };
  readonly testNamePattern?: string;
}

/**
 * Runs once after all tests of the project `real`, also after failures.
 * @throws Error when a role lacked a permission, or a function consumed more DynamoDB units than its ceiling. After a
 *   complete run also when no test used a grant, and when a function has no ceiling.
 */
export default async function teardown({ testPathPatterns, testNamePattern }: Run): Promise<void> {
  await Promise.all([stopEmulators(), stopTestStack()]);
  process.stderr.write(`The test files that consumed most:\n${largestFiles().join('\n')}\n`);
  const allRan = !testPathPatterns.isSet() && !testNamePattern;
  const grants = grantFaults(allRan);
  const units = unitFaults(allRan);
  const faults = [
    ...(grants.length > 0 ? ['Permissions that a role lacks or does not need:', ...grants] : []),
    ...(units.length > 0 ? ['Ceilings of DynamoDB units (test/support/unit-ceilings.ts):', ...units] : []),
  ];
  removeMemoryFolder();
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
