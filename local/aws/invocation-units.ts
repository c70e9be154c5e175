import { appendFileSync } from 'node:fs';
import * as z from 'zod';
import type { RequestUnits } from './dynamodb/strict-dynamodb.ts';

/** DynamoDB units. */
export interface ConsumedUnits {
  readonly read: number;
  readonly write: number;
}

/** What a function consumed for one invocation, or for one record if its events have several. */
export interface InvocationUnits extends ConsumedUnits {
  readonly functionName: string;
}

const Batch = z.object({ Records: z.array(z.unknown()).min(1) });

/** What runs in an instance, from its first invocation until none runs. */
interface Running {
  read: number;
  write: number;
  invocations: number;
  /** Several invocations ran at once, so nobody knows which of them consumed the units. */
  isShared: boolean;
}

/** Attributes the units of requests to the invocation of the instance that signed them. */
export class UnitsByInvocation {
  readonly #running = new Map<string, Running>();
  readonly #record: (units: InvocationUnits) => void;

  constructor(record: (units: InvocationUnits) => void) {
    this.#record = record;
  }

  /**
   * Takes the units of a request. `accessKey` identifies the instance. Leaves out writes whose condition failed, and
   * what the SDK sent again: chance decides how often requests meet at an item, and how often an answer is late.
   */
  readonly consumed = (accessKey: string, { read, write, hasSucceeded, isRetry }: RequestUnits): void => {
    const running = this.#running.get(accessKey);
    if (running === undefined || !hasSucceeded || isRetry) return;
    running.read += read;
    running.write += write;
  };

  /** Runs an invocation and records what it consumed, unless other invocations ran in the instance meanwhile. */
  async during<T>(accessKey: string, functionName: string, event: unknown, run: () => Promise<T>): Promise<T> {
    const running = this.#running.get(accessKey) ?? { read: 0, write: 0, invocations: 0, isShared: false };
    this.#running.set(accessKey, running);
    running.invocations += 1;
    if (running.invocations > 1) running.isShared = true;
    try {
      return await run();
    } finally {
      running.invocations -= 1;
      if (running.invocations === 0) {
        this.#running.delete(accessKey);
        const { read, write, isShared } = running;
        const records = Batch.safeParse(event).data?.Records.length ?? 1;
        if (!isShared) this.#record({ functionName, read: read / records, write: write / records });
      }
    }
  }
}

/**
 * Appends the units of an invocation as a line to the file that the variable UNITS_RECORD names, if the variable is set
 * and the function never consumed as much before. Several stacks can append to the same file.
 */
export function unitsRecorder(): (units: InvocationUnits) => void {
  const file = process.env.UNITS_RECORD;
  const most = new Map<string, ConsumedUnits>();
  return (units) => {
    if (file === undefined) return;
    const { read, write } = most.get(units.functionName) ?? { read: -1, write: -1 };
    if (units.read <= read && units.write <= write) return;
    most.set(units.functionName, { read: Math.max(read, units.read), write: Math.max(write, units.write) });
    appendFileSync(file, `${JSON.stringify(units)}\n`);
  };
}
