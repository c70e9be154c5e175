import { fork } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod';

/** What a watcher process needs, as its argument. */
export const WatcherSettings = z.object({
  chain: z.string(),
  /** The URL of the node. */
  node: z.url(),
  /** The URL of DynamoDB, the table, and the simulated time of a call. */
  endpoint: z.url(),
  table: z.string(),
  tableMs: z.number(),
});

/** What a watcher process does. It answers each task with a `Spent`. */
export const WatcherTask = z.union([
  /** Keeps the answers about the blocks of these heights as bytes: later scans take no time for the network. */
  z.object({ keep: z.array(z.number()) }),
  /** Scans up to the head. */
  z.literal('scan'),
  /** Checks the balances after the last scanned block. */
  z.literal('check'),
  /** Receives the kept answers again, and does nothing with them. */
  z.literal('receive'),
  /** Calls `JSON.parse` with the texts of the kept answers. */
  z.literal('parse'),
]);
export type WatcherTask = z.output<typeof WatcherTask>;

/** What a task took. */
export const Spent = z.object({
  records: z.number(),
  /** CPU milliseconds of all threads of the process, also of those that collect garbage or decompress. */
  processMs: z.number(),
  /** CPU milliseconds of the main thread. */
  threadMs: z.number(),
  elapsedMs: z.number(),
  /** The most memory of the process so far, with its garbage. */
  mostMb: z.number(),
});
export type Spent = z.output<typeof Spent>;

/**
 * Starts a process with a watcher and nothing else.
 * @param memoryMb the memory of its function; the heap then has the limit that Lambda sets.
 */
export function startWatcher(settings: z.input<typeof WatcherSettings>, memoryMb?: number) {
  const file = new URL('watcher-process.ts', import.meta.url);
  const child = fork(file, [JSON.stringify(settings)], {
    execArgv: [
      ...process.execArgv,
      ...(memoryMb === undefined ? [] : [`--max-old-space-size=${Math.floor(memoryMb * 0.9)}`]),
    ],
  });
  const ended: Promise<never> = once(child, 'exit').then(([code]) => {
    throw new Error(`a watcher process ended with ${code}`);
  });
  // A process that ends when nobody asks has been stopped.
  ended.catch(() => undefined);
  return {
    async ask(task: WatcherTask): Promise<Spent> {
      const answered = once(child, 'message');
      child.send(task);
      const [spent] = await Promise.race([answered, ended]);
      return Spent.parse(spent);
    },
    stop: () => child.disconnect(),
  };
}

export type MeasuredWatcher = ReturnType<typeof startWatcher>;
