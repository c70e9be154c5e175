import { Readable } from 'node:stream';
import { type ChainwatchClient, type components, pages } from '../../sdk/index.ts';
import { type Cli, command } from '../base/command.ts';
import { written } from '../base/written.ts';
import { safeJson } from '../output/plain-text.ts';

type Checkpoint = components['schemas']['AuditCheckpoint'];

export const auditExportCommand = (cli: Cli) =>
  command('export', 'Write the audit log with its checkpoints, the oldest entry first', [
    'audit export > audit.jsonl',
    'audit export --output audit.jsonl',
  ])
    .option('-o, --output <file>', 'write to this file, which appears only when it is complete')
    .action(async ({ output }) => {
      await written(Readable.from(lines(cli.api)), output);
    });

/** The lines of an audit file (docs/audit.md), as they are read. */
async function* lines(api: ChainwatchClient): AsyncGenerator<string, void> {
  const checkpoints = await allCheckpoints(api);
  // A checkpoint expires before its entries. No line could prove those from before the first checkpoint that is left.
  const first = checkpoints.at(-1);
  const from = first === undefined || first.previous === null ? undefined : first.from;
  const load = (cursor: string | undefined) =>
    api.GET('/api/audit', { params: { query: { sort: 'at', from, cursor, pageSize: 100 } } });
  for await (const entries of pages(load)) {
    for (const entry of entries) {
      for (let next = checkpoints.at(-1); next !== undefined && next.to <= entry.at; next = checkpoints.at(-1)) {
        yield lineOf({ checkpoint: next });
        checkpoints.pop();
      }
      yield lineOf(entry);
    }
  }
  for (const checkpoint of checkpoints.reverse()) yield lineOf({ checkpoint });
}

/** All checkpoints, the newest first, as the API lists them: at most 24 for each day that entries are kept. */
async function allCheckpoints(api: ChainwatchClient): Promise<Checkpoint[]> {
  const load = (cursor: string | undefined) =>
    api.GET('/api/audit/checkpoints', { params: { query: { cursor, pageSize: 100 } } });
  const all: Checkpoint[] = [];
  for await (const checkpoints of pages(load)) all.push(...checkpoints);
  return all;
}

const lineOf = (item: object): string => `${safeJson(item)}\n`;
