import { chainOf } from '../../lib/chains/registry.ts';
import { UserError } from '../processes/user-error.ts';
import { type LocalStack, startStack } from './local-stack.ts';
import { type StartOptions, startOptions, usage } from './start-options.ts';

// The command line around startStack: 0 when stopped, 1 when the stack fails, 2 when the command line is wrong.

/** When ending takes longer than this, something hangs, and the processes' guard cleans up behind us. */
const STOP_MS = 2900;

let stack: LocalStack | undefined;
let exitCode: number | undefined;

async function exit(code: number, reason?: unknown): Promise<void> {
  if (reason !== undefined) process.stderr.write(`${explain(reason)}\n`);
  // A second Ctrl-C does not wait.
  if (exitCode !== undefined) process.exit(exitCode);
  exitCode = code;
  setTimeout(() => process.exit(code), STOP_MS).unref();
  await stack?.stop();
  process.exit(code);
}

/**
 * npm runs us beneath a shell, which dies of a signal without handing it on. That it is gone shows in our parent, which is
 * another one from then on.
 */
function stopWithNpm(): void {
  const parent = process.ppid;
  const look = () => {
    if (process.ppid !== parent) void exit(0);
  };
  if (process.env.npm_lifecycle_event !== undefined) setInterval(look, 250).unref();
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

/** One line for each watched chain. Of an RPC URL the origin alone: the rest may be a key. */
function watching({ watches, rpcUrls }: LocalStack): string {
  const lines = watches.map(({ chain, start, confirmations = chainOf(chain).confirmations }) => {
    const [url] = rpcUrls[chain] ?? [];
    const from = start === undefined ? '' : `, from block ${start} on`;
    return `${chain}${from}, ${confirmations} confirmations${url ? `, at ${new URL(url).origin}` : ''}`;
  });
  return lines.join('\n             ') || 'no chain';
}

function announce(running: LocalStack, json: boolean): void {
  const { baseUrl, apiKey, organisationId, awsEndpoint, anvilUrl } = running;
  if (json) {
    process.stdout.write(`${JSON.stringify({ baseUrl, apiKey, organisationId })}\n`);
    return;
  }
  process.stdout.write(`
Chainwatch is running. Ctrl-C stops it.

  API        ${baseUrl}
  API key    ${apiKey}
  Mails      ${awsEndpoint}/_local/mail
  EVM node   ${anvilUrl ?? 'none'} (chain id "anvil")
  Watching   ${watching(running)}

Try:

  curl -H 'Authorization: Bearer ${apiKey}' ${baseUrl}/api/wallets

`);
}

if (process.argv.includes('--help')) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const options = optionsOrExit();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void exit(0));
process.on('uncaughtException', (error) => void exit(1, error));
stopWithNpm();
try {
  stack = await startStack({ ...options, onDeath: (message) => void exit(1, message) });
  // Stopped while it was starting.
  if (exitCode === undefined) announce(stack, options.json);
  else await stack.stop();
} catch (error) {
  await exit(1, error);
}
