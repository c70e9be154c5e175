import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { type Answer, AwsError, parsed } from './aws-answer.ts';
import { forward } from './forward.ts';

/** SQS's longest delay. The emulator takes longer ones, which would hide a mistake until it is deployed. */
const MAX_DELAY_SECONDS = 900;

const Delayed = z.object({ DelaySeconds: z.number().optional() });
const Send = Delayed.extend({ Entries: z.array(Delayed).default([]) });

/** Hands a request on to the SQS emulator, unless AWS would refuse it and the emulator would not. */
export async function forwardToSqs(endpoint: string, request: IncomingMessage, body: string): Promise<Answer> {
  const { DelaySeconds = 0, Entries } = parsed(Send, body);
  const delay = Math.max(DelaySeconds, ...Entries.map((entry) => entry.DelaySeconds ?? 0));
  if (delay > MAX_DELAY_SECONDS) {
    const reason = `Value ${delay} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.`;
    throw new AwsError(400, 'InvalidParameterValue', reason);
  }
  return forward(endpoint, request, body);
}
