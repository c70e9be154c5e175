import { setTimeout as sleep } from 'node:timers/promises';
import { errorFields, log } from '../../platform/log.ts';
import type { HealthCheck } from './schema.ts';

/** Whether a part works, in words that reveal no secret, no URL and no tenant. */
export type Finding = Pick<HealthCheck, 'status' | 'detail'>;

/** The check of one part of the stage. */
export interface PartCheck {
  readonly name: string;
  run(): Promise<Finding>;
}

export const ok = (detail: string): Finding => ({ status: 'ok', detail });
export const failing = (detail: string): Finding => ({ status: 'failing', detail });

/** Shorter than the time-out of the function. */
const CHECK_MS = 4_000;

/** Runs all checks at once. A check that throws or does not end in time is failing. */
export const checkAll = (checks: readonly PartCheck[], limitMs = CHECK_MS): Promise<HealthCheck[]> =>
  Promise.all(checks.map((check) => checked(check, limitMs)));

async function checked({ name, run }: PartCheck, limitMs: number): Promise<HealthCheck> {
  const started = performance.now();
  const ended = new AbortController();
  const late = sleep(limitMs, failing(`No answer within ${limitMs / 1000} s.`), { signal: ended.signal });
  const found = await Promise.race([run(), late]).catch((error: unknown) => {
    log.warn('health.check_failed', { check: name, ...errorFields(error) });
    // The message of an error may contain a URL or a name. The log has it.
    return failing(`The check failed: ${error instanceof Error ? error.name : 'unknown error'}.`);
  });
  ended.abort();
  return { name, ...found, ms: Math.round(performance.now() - started) };
}
