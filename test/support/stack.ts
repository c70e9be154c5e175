import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type LocalStack, startStack } from '../../local/stack.ts';

/** What the stack and its functions log: of the last run, for who looks into a failure. */
const LOG = resolve(import.meta.dirname, '../../.local/test-stack.log');

let stack: LocalStack | undefined;
let dataDir: string | undefined;

/**
 * Starts the whole local stack once for all tests that drive it from outside; each of them makes an organisation of its
 * own. Retries of deliveries do not wait. Answers the environment in which the tests find it.
 */
export async function startTestStack(): Promise<Record<string, string>> {
  dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-test-stack-'));
  mkdirSync(resolve(LOG, '..'), { recursive: true });
  const log = createWriteStream(LOG);
  stack = await startStack({
    port: 0,
    dataDir,
    retryDelays: [0, 0, 0, 0, 0],
    // The tests import what they send on anvil; a watcher would have recorded it before them.
    watch: [],
    log: (text) => void log.write(text),
    onDeath: (message) => void log.write(`${message}\n`),
  });
  return { STACK_URL: stack.baseUrl, STACK_AWS_URL: stack.awsEndpoint, STACK_ANVIL_URL: stack.anvilUrl ?? '' };
}

export async function stopTestStack(): Promise<void> {
  await stack?.stop();
  if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true });
}
