import { randomBytes, randomUUID } from 'node:crypto';
import { memo } from '../values/memo.ts';
import { env } from './env.ts';
import { openTable, type Table } from './table/table.ts';

/** What every function works with; the only place that reads the clock or makes randomness. */
export interface Deps {
  readonly stage: string;
  readonly version: string;
  readonly table: Table;
  now(): Date;
  newId(): string;
  randomBytes(size: number): Buffer;
}

/** Made once per cold start. The table is opened on first use, for functions that have none. */
export const deps = memo((): Deps => {
  const table = memo(() => openTable(env.table().TABLE_NAME));
  return {
    stage: env.base().STAGE,
    version: env.base().VERSION,
    get table() {
      return table();
    },
    now: () => new Date(),
    newId: () => randomUUID(),
    randomBytes: (size) => randomBytes(size),
  };
});
