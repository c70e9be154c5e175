import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { measureIdleWatchers } from '../../../lib/operation/handover/idle-watchers.ts';
import { cursorRepo, WATCH_LEASE_SECONDS } from '../../../lib/watch/cursor.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { metricsIn } from '../../support/embedded-metrics.ts';
import { capturedLog } from '../../support/stderr.ts';
import { makeTable } from '../../support/table.ts';

const REPORT = { confirmations: 0, head: null };
let lines: ReturnType<typeof capturedLog>;
let deps: TestDeps;
beforeEach(async () => {
  deps = testDeps(await makeTable());
  lines = capturedLog();
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The measured seconds, by chain. */
async function measured(): Promise<unknown> {
  lines.length = 0;
  await measureIdleWatchers(deps);
  return lines.flatMap(metricsIn).map(({ name, dimensions, value }) => [name, dimensions, value]);
}

it('measures how long no watcher holds the lease of a chain', async () => {
  const cursors = cursorRepo(deps);
  await cursors.lease('ethereum', deps.newId(), REPORT);
  expect(await measured()).toEqual([['watcherIdleSeconds', { chain: 'ethereum' }, 0]]);
  deps.advance(WATCH_LEASE_SECONDS + 600);
  expect(await measured()).toEqual([['watcherIdleSeconds', { chain: 'ethereum' }, 600]]);
  const owner = deps.newId();
  await cursors.lease('ethereum', owner, REPORT);
  await cursors.release('ethereum', owner);
  expect(await measured()).toEqual([['watcherIdleSeconds', { chain: 'ethereum' }, 0]]);
});

it('measures nothing of a chain that nobody has watched', async () => {
  expect(await measured()).toEqual([]);
});
