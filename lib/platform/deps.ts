import { randomBytes, randomUUID } from 'node:crypto';
import { memo } from '../values/memo.ts';
import { env } from './env.ts';
import { openTable, type Table } from './table/table.ts';

/** The dependencies of every function. Only this file reads the clock or makes random values. */
export interface Deps {
  readonly stage: string;
  readonly table: Table;
  now(): Date;
  newId(): string;
  randomBytes(size: number): Buffer;
}

/** The time, for code that has no dependencies. */
export const clock = (): Date => new Date();

/** An id that no repetition of a request makes again. `newId` of a request with an idempotency key repeats its ids. */
export const freshId = (): string => randomUUID();

/**
 * The dependencies, created once per cold start. The table opens on first use, because some functions have no table.
 */
export const deps = memo((): Deps => {
  const table = memo(() => openTable(env.table().TABLE_NAME));
  return {
    stage: env.base().STAGE,
    get table() {
      return table();
    },
    now: clock,
    newId: () => randomUUID(),
    randomBytes: (size) => randomBytes(size),
  };
});
