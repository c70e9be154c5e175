import { setTimeout as sleep } from 'node:timers/promises';

/** Waits `ms` milliseconds, or until the signal aborts. Resolves in both cases: the caller checks the signal. */
export type AbortableWait = (ms: number, signal: AbortSignal) => Promise<void>;

// `sleep` rejects only when the signal aborts, which is no error here: the caller checks the signal.
export const abortableWait: AbortableWait = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined);
