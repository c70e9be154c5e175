import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../local/aws/aws-answer.ts';
import { FABRICATED } from './fabricated.ts';
import type { FaultInjector } from './fault-injector.ts';
import type { Call } from './intercepted-call.ts';

/** Forwards the call, optionally with another body. */
export type Forward = (body?: string) => Promise<Answer>;

/** The longest time that a call waits until later calls overtake the call. */
const OVERTAKEN_MS = 300;

/**
 * Forwards a call with the fault of the plan. Returns undefined if the caller gets no answer.
 * @param timeOut lets the time-out of the calling function pass.
 */
export async function callWithFault(
  injector: FaultInjector,
  call: Call,
  forward: Forward,
  timeOut = (): void => undefined,
): Promise<Answer | undefined> {
  const { kill, fault } = injector.next(call);
  if (kill === 'before') return injector.kill();
  if (kill === 'after') {
    await forward();
    return injector.kill();
  }
  switch (fault) {
    case undefined:
      return forward();
    case 'refused':
      return FABRICATED.refused;
    case 'failed':
    case 'failing':
      return FABRICATED.failed;
    case 'throttled':
      return FABRICATED.throttled(call);
    case 'lost':
      await forward();
      return undefined;
    case 'losing':
      if (injector.isFirstTry(call)) await forward();
      return undefined;
    case 'timedOut':
      await forward();
      timeOut();
      return undefined;
    case 'delayed':
      await sleep(injector.delayMs(call));
      return forward();
    case 'overtaken':
      await Promise.race([injector.overtaken(call), sleep(OVERTAKEN_MS)]);
      return forward();
    case 'doubled':
      await forward();
      return forward();
    case 'conflict':
      return FABRICATED.conflict(call.body);
    case 'unprocessed':
      return FABRICATED.unprocessed(call.body);
    case 'forgotten':
      return call.operation === 'GetRecords' ? FABRICATED.skipped(forward) : FABRICATED.forgotten(call.body);
    case 'partly':
      return FABRICATED.partly(call.body, forward);
  }
}
