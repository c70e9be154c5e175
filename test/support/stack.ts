import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, type WriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { type LocalStack, startStack } from '../../local/cli/local-stack.ts';
import { metricsOfLog } from './embedded-metrics.ts';
import { recordGrants } from './grants.ts';
import { leakedIn, notedIn, noteSecrets } from './secrets.ts';
import { recordUnits } from './units.ts';

/** An API key in the path of an RPC URL, as providers use it. No server listens at this URL. */
const RPC_KEY = 'wUx3rKvYp0NfQ8sLdA2cTzHb5';
const UNREACHABLE_RPC = { 'xrp-testnet': [`http://127.0.0.1:2/v3/${RPC_KEY}`] };

/** The log of the stack and its functions. The file of the last run remains for the analysis of failures. */
const LOG = resolve(import.meta.dirname, '../../.local/test-stack.log');

let stack: LocalStack | undefined;
let dataDir: string | undefined;
let log: WriteStream | undefined;
/** Jest runs the setup and the teardown of each project of a run in the same process. */
let starting: Promise<Record<string, string>> | undefined;
let stopping: Promise<void> | undefined;

/**
 * Starts the whole local stack once, for all tests that use it from outside. Each test creates its own organisation.
 * Retries of deliveries do not wait. Returns the environment variables with which the tests find the stack.
 */
export function startTestStack(): Promise<Record<string, string>> {
  starting ??= start();
  return starting;
}

async function start(): Promise<Record<string, string>> {
  // Here, because Jest runs the setups of the projects in any order.
  Object.assign(process.env, recordGrants(), recordUnits());
  dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-test-stack-'));
  mkdirSync(resolve(LOG, '..'), { recursive: true });
  const written = createWriteStream(LOG);
  log = written;
  stack = await startStack({
    port: 0,
    dataDir,
    retryDelays: [0, 0, 0, 0, 0],
    // The tests import the transactions that they send on anvil. A watcher would record them first.
    watch: [],
    rpc: UNREACHABLE_RPC,
    log: (text) => void written.write(text),
    onDeath: (message) => void written.write(`${message}\n`),
  });
  const secrets = join(dataDir, 'noted-secrets');
  noteSecrets([RPC_KEY], secrets);
  return {
    STACK_LOG: LOG,
    STACK_SECRETS: secrets,
    STACK_URL: stack.baseUrl,
    STACK_AWS_URL: stack.awsEndpoint,
    STACK_ANVIL_URL: stack.anvilUrl ?? '',
  };
}

/**
 * Stops the stack once: the first teardown comes after the tests of all projects.
 * @throws Error when the log contains a secret that a test of the run sent or received, or a metric that CloudWatch
 *   would ignore.
 */
export function stopTestStack(): Promise<void> {
  stopping ??= stop();
  return stopping;
}

async function stop(): Promise<void> {
  await stack?.stop();
  if (log !== undefined) await finished(log.end());
  if (dataDir === undefined) return;
  const logged = readFileSync(LOG, 'utf8');
  metricsOfLog(logged);
  const leaked = leakedIn(logged, notedIn(join(dataDir, 'noted-secrets')));
  rmSync(dataDir, { recursive: true, force: true });
  if (leaked.length > 0) throw new Error(`${LOG} contains ${leaked.length} secrets: ${leaked.join(', ')}`);
}
