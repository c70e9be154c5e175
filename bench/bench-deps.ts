import { randomBytes, randomUUID } from 'node:crypto';
import type { Deps } from '../lib/platform/deps.ts';
import type { Table } from '../lib/platform/table/table.ts';

process.env.SERVICE_URL ??= 'https://api.example.com/bench';

/** The dependencies of a function that runs in the benchmark's process, over this table. */
export const benchDeps = (table: Table): Deps => ({
  stage: 'bench',
  table,
  now: () => new Date(),
  newId: () => randomUUID(),
  randomBytes: (size) => randomBytes(size),
});
