import { chainOf } from '../../lib/chains/registry.ts';
import { UserError } from '../processes/user-error.ts';
import { PEOPLE } from '../sign-in/people.ts';
import { type LocalStack, startStack } from './local-stack.ts';
import { startLog } from './start-log.ts';
import { type StartOptions, startOptions, usage } from './start-options.ts';

// The command `npm start`. Exit code: 0 when stopped, 1 when the stack fails, 2 when the command line is wrong.

/** If `stop` takes longer than this, something hangs. The process exits then, and the guard ends its children. */
const STOP_MS = 2900;

let stack: LocalStack | undefined;
let exitCode: number | undefined;

async function exit(code: number, reason?: unknown): Promise<void> {
  if (reason !== undefined) process.stderr.write(`${explain(reason)}\n`);
  // A second Ctrl-C exits at once.
  if (exitCode !== undefined) process.exit(exitCode);
  exitCode = code;
  setTimeout(() => process.exit(code), STOP_MS).unref();
  await stack?.stop();
  if (code === 0 && log.file !== undefined) process.stdout.write(`\nStopped. The data is in ${options.dataDir}.\n`);
  process.exit(code);
}

/**
 * npm runs this process under a shell, which dies of a signal without forwarding the signal. The death of the shell
 * changes the parent of this process.
 */
function stopWithNpm(): void {
  const parent = process.ppid;
  const exitIfOrphaned = () => {
    if (process.ppid !== parent) void exit(0);
  };
  if (process.env.npm_lifecycle_event !== undefined) setInterval(exitIfOrphaned, 250).unref();
}

const explain = (reason: unknown): string =>
  reason instanceof UserError
    ? reason.message
    : reason instanceof Error
      ? (reason.stack ?? reason.message)
      : String(reason);

function optionsOrExit(): StartOptions {
  try {
    return startOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(2);
  }
}

/** A line for each watched chain. Shows only the origin of an RPC URL, because the rest may contain a key. */
function watching({ watches, rpcUrls }: LocalStack): string {
  const lines = watches.map(({ chain, start, confirmations = chainOf(chain).confirmations }) => {
    const [url] = rpcUrls[chain] ?? [];
    const from = start === undefined ? '' : `, from block ${start}`;
    return `${chain}${from}, ${confirmations} confirmations${url ? `, at ${new URL(url).origin}` : ''}`;
  });
  return lines.join('\n             ') || 'no chain';
}

/** Where USD values come from. */
const pricesOf = (prices: string | undefined): string =>
  prices === undefined ? 'fixed, made up for the test chains' : prices === 'live' ? 'live' : 'from your file';

/** Who can sign in without the key. */
const peopleOf = (issuer: string | undefined): string =>
  issuer === undefined
    ? 'with the key only (--sign-in lets people sign in)'
    : `${PEOPLE.map(({ name }) => name).join(', ')} in the console, at ${issuer}`;

function announce(running: LocalStack, { json, prices }: StartOptions): void {
  const { baseUrl, apiKey, organisationId, awsEndpoint, anvilUrl, issuer } = running;
  if (json) {
    process.stdout.write(`${JSON.stringify({ baseUrl, apiKey, organisationId })}\n`);
    return;
  }
  process.stdout.write(`
Chainwatch is running. Ctrl-C stops it.

  Console    ${baseUrl}/console/
  API key    ${apiKey}
  Sign-in    ${peopleOf(issuer)}
  API        ${baseUrl}, described at ${baseUrl}/docs/
  Mails      ${awsEndpoint}/_local/mail
  EVM node   ${anvilUrl ?? 'none'} (chain id "anvil")
  Watching   ${watching(running)}
  Prices     ${pricesOf(prices)}
  Log        ${log.file ?? 'below'}

`);
}

if (process.argv.includes('--help')) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const options = optionsOrExit();
const log = startLog(options);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void exit(0));
process.on('uncaughtException', (error) => void exit(1, error));
stopWithNpm();
try {
  stack = await startStack({ ...options, log: log.write, onDeath: (message) => void exit(1, message) });
  // `exit` may have run during the start.
  if (exitCode === undefined) announce(stack, options);
  else await stack.stop();
} catch (error) {
  await exit(1, error);
}
