import type { Outcome } from './lambda-outcome.ts';
import type { FunctionSpec } from './template-functions.ts';

/** The pauses before Lambda offers a refused event again. */
const THROTTLED_MS = { first: 1000, longest: 300_000 };

export interface AsyncEventOptions {
  invoke(): Promise<Outcome>;
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Rejects when the stack stops. */
  wait(ms: number): Promise<void>;
  /** Takes the reason, as Lambda names it. */
  dropped(reason: 'EventAgeExceeded' | 'RetriesExhausted'): void;
}

/**
 * Runs an event of an asynchronous invocation, as Lambda does. Retries an error of the function after one minute and
 * then after two minutes, as often as the function allows. Offers an event that reserved concurrency refused again,
 * until the event is too old.
 * @throws the error of `wait`.
 */
export async function runAsyncEvent(
  { asyncRetries, maxEventAgeMs }: Pick<FunctionSpec, 'asyncRetries' | 'maxEventAgeMs'>,
  { invoke, now, wait, dropped }: AsyncEventOptions,
): Promise<void> {
  const sent = now();
  for (let errors = 0, refusals = 0; ; ) {
    const outcome = await invoke();
    if (outcome.ok) return;
    if (outcome.throttled) refusals += 1;
    else errors += 1;
    if (errors > asyncRetries) return dropped('RetriesExhausted');
    const { first, longest } = THROTTLED_MS;
    await wait(outcome.throttled ? Math.min(first * 2 ** (refusals - 1), longest) : errors * 60_000);
    if (now() - sent > maxEventAgeMs) return dropped('EventAgeExceeded');
  }
}
