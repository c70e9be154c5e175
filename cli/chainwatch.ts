#!/usr/bin/env node
import { OFFER_COMMAND } from './commands/completion-command.ts';
import { run } from './program.ts';

const stopping = new AbortController();

function untilStopped(): AbortSignal {
  // A second signal ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  return stopping.signal;
}

// `chainwatch … | head` closes the pipe when it has seen enough.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const { env: environment, stdout, stderr } = process;
void run(process.argv.slice(2), { environment, stdout, stderr, untilStopped }).then((code) => {
  process.exitCode = code;
  // A request that still runs must not delay the end, nor the shell that waits for a completion.
  if (stopping.signal.aborted || process.argv[2] === OFFER_COMMAND) process.exit();
});
