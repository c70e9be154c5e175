import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../local/aws/aws-answer.ts';
import type { Call } from './calls.ts';
import { FABRICATED } from './fabricated.ts';
import type { Storm } from './storm.ts';

/** Makes the call, or with another body another one in its place. */
export type Forward = (body?: string) => Promise<Answer>;

/** How long a call is held back for others to overtake it, when none comes. */
const OVERTAKEN_MS = 300;

/** Does to a call what is planned for it. Undefined when the caller hears nothing. */
export async function meet(storm: Storm, call: Call, forward: Forward): Promise<Answer | undefined> {
  const { kill, fault } = storm.next(call);
  if (kill === 'before') return storm.kill();
  if (kill === 'after') {
    await forward();
    return storm.kill();
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
      if (storm.isFirstTry(call)) await forward();
      return undefined;
    case 'delayed':
      await sleep(storm.delayMs(call));
      return forward();
    case 'overtaken':
      await Promise.race([storm.overtaken(call), sleep(OVERTAKEN_MS)]);
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
