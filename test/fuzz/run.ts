import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startStack } from '../../local/cli/local-stack.ts';
import { corpus } from './corpus.ts';
import { fuzz } from './fuzz.ts';
import { startReceiver } from './receiver.ts';

// npm run fuzz -- [--seed N] [--requests N] [--lanes N]: sends generated requests to a stack and checks every answer.
// Exit code: 0 if all answers are correct, otherwise 1.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    requests: { type: 'string', default: '20000' },
    lanes: { type: 'string', default: '8' },
  },
});
const seed = Number(values.seed);

const dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-fuzz-'));
const logFile = join(tmpdir(), `chainwatch-fuzz-${seed}.log`);
const log = createWriteStream(logFile);
const receiver = await startReceiver();
const stack = await startStack({
  port: 0,
  dataDir,
  watch: [],
  retryDelays: [0, 0, 0, 0, 0],
  log: (text) => void log.write(text),
});
console.log(`Seed ${seed}; the stack logs to ${logFile}`);

const started = performance.now();
const report = await fuzz({
  baseUrl: stack.baseUrl,
  awsUrl: stack.awsEndpoint,
  receiver: receiver.url,
  seed,
  requests: Number(values.requests),
  lanes: Number(values.lanes),
  corpus,
  onFailure: (failure) => {
    console.log(`\n${failure.faults.join('\n')}\n  repeat with --seed ${failure.seed}`);
    console.log(`  ${JSON.stringify(failure.request)}\n  ${failure.answer}`);
  },
});
const seconds = (performance.now() - started) / 1000;

console.log(
  `\n${report.requests} requests in ${seconds.toFixed(0)} s, the slowest ${report.slowestMs} ms; ` +
    `${report.slow} took longer than 5 s and were sent again; seed ${seed}`,
);
console.log(
  [...report.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, n]) => `  ${status}  ${n}`)
    .join('\n'),
);
console.log(
  `${report.succeeded.size} routes succeeded: ${[...report.succeeded].map(([name, n]) => `${name} ${n}`).join(', ')}`,
);
console.log(`${report.failures.length} answers were wrong`);
await stack.stop();
await receiver.stop();
log.end();
rmSync(dataDir, { recursive: true, force: true });
process.exit(report.failures.length === 0 ? 0 : 1);
