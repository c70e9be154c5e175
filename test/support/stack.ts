import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, type WriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { type LocalStack, startStack } from '../../local/cli/local-stack.ts';
import { leakedIn, notedIn, noteSecrets } from './secrets.ts';

/** In the path of an RPC URL, as providers have it; nothing listens there. */
const RPC_KEY = 'wUx3rKvYp0NfQ8sLdA2cTzHb5';
const UNREACHABLE_RPC = { 'xrp-testnet': [`http://127.0.0.1:2/v3/${RPC_KEY}`] };

/** What the stack and its functions log: of the last run, for who looks into a failure. */
const LOG = resolve(import.meta.dirname, '../../.local/test-stack.log');

let stack: LocalStack | undefined;
let dataDir: string | undefined;
let log: WriteStream | undefined;

/**
 * Starts the whole local stack once for all tests that drive it from outside; each of them makes an organisation of its
 * own. Retries of deliveries do not wait. Answers the environment in which the tests find it.
 */
export async function startTestStack(): Promise<Record<string, string>> {
  dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-test-stack-'));
  mkdirSync(resolve(LOG, '..'), { recursive: true });
  const written = createWriteStream(LOG);
  log = written;
  stack = await startStack({
    port: 0,
    dataDir,
    retryDelays: [0, 0, 0, 0, 0],
    // The tests import what they send on anvil; a watcher would have recorded it before them.
    watch: [],
    rpc: UNREACHABLE_RPC,
    log: (text) => void written.write(text),
    onDeath: (message) => void written.write(`${message}\n`),
  });
  const secrets = join(dataDir, 'told-secrets');
  noteSecrets([RPC_KEY], secrets);
  return {
    STACK_LOG: LOG,
    STACK_SECRETS: secrets,
    STACK_URL: stack.baseUrl,
    STACK_AWS_URL: stack.awsEndpoint,
    STACK_ANVIL_URL: stack.anvilUrl ?? '',
  };
}

/** @throws Error when the log tells a secret that any test of the run sent or was given. */
export async function stopTestStack(): Promise<void> {
  await stack?.stop();
  if (log !== undefined) await finished(log.end());
  if (dataDir === undefined) return;
  const leaked = leakedIn(readFileSync(LOG, 'utf8'), notedIn(join(dataDir, 'told-secrets')));
  rmSync(dataDir, { recursive: true, force: true });
  if (leaked.length > 0) throw new Error(`${LOG} tells ${leaked.length} secrets: ${leaked.join(', ')}`);
}
