import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { type Answer, AwsError, parsed } from './aws-answer.ts';
import { forward } from './forward.ts';

/** SQS's longest delay. The emulator accepts longer delays, which would hide a mistake until the deployment. */
const MAX_DELAY_SECONDS = 900;

const Delayed = z.object({ DelaySeconds: z.number().optional() });
const Send = Delayed.extend({ Entries: z.array(Delayed).default([]) });

/** Forwards a request to the SQS emulator. Refuses delays that AWS refuses and the emulator accepts. */
export async function forwardToSqs(endpoint: string, request: IncomingMessage, body: string): Promise<Answer> {
  const { DelaySeconds = 0, Entries } = parsed(Send, body);
  const delay = Math.max(DelaySeconds, ...Entries.map((entry) => entry.DelaySeconds ?? 0));
  if (delay > MAX_DELAY_SECONDS) {
    const reason = 'DelaySeconds must be >= 0 and <= 900.';
    const message = `Value ${delay} for parameter DelaySeconds is invalid. Reason: ${reason}`;
    throw new AwsError(400, 'InvalidParameterValue', message);
  }
  return forward(endpoint, request, body);
}
