import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type AttemptDeps, attemptDelivery } from '../../lib/deliveries/attempt.ts';
import { NO_CONSEQUENCES } from '../../lib/deliveries/record-attempt.ts';
import type { Outcome } from '../../lib/deliveries/repo.ts';
import { type SendResult, undeliverable } from '../../lib/deliveries/result.ts';
import { retryPolicy } from '../../lib/deliveries/retry-policy.ts';
import type { Attempt, AttemptMessage, StoredDelivery } from '../../lib/deliveries/schema.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { nextAttemptOf } from '../support/attempts.ts';
import { recordingTimer } from '../support/deps.ts';
import { metricsIn } from '../support/embedded-metrics.ts';
import { aDelivery } from '../support/records.ts';
import { answered } from '../support/results.ts';
import { capturedLog } from '../support/stderr.ts';

const STARTED = new Date('2026-01-31T09:00:00.000Z');
const ANSWERED = new Date('2026-01-31T09:00:02.000Z');

interface Recorded {
  delivery: StoredDelivery;
  attempt: Attempt;
  outcome: Outcome;
}

/** Hand-made ports: what `claim` returns, what is sent, and whether the table accepts the record. */
function ports(given: Given = {}) {
  const { claimed = aDelivery(), result = answered(200), accepted = true } = given;
  const recorded: Recorded[] = [];
  const sent: { delivery: StoredDelivery; n: number }[] = [];
  const claims: AttemptMessage[] = [];
  const postponed: { delivery: StoredDelivery; at: Date | null; until: Date }[] = [];
  const timer = recordingTimer();
  const clock = [STARTED];
  const deps: AttemptDeps = {
    retryPolicy: retryPolicy([5, 30, 120, 600, 3600]),
    timer,
    now: () => clock.shift() ?? ANSWERED,
    sending: () => async (delivery, n) => {
      sent.push({ delivery, n });
      if (result instanceof Error) throw result;
      return result;
    },
    deliveries: {
      claim: async (message) => {
        claims.push(message);
        return claimed;
      },
      finish: async (delivery, attempt, { status, nextAttemptAt }) => {
        recorded.push({ delivery, attempt, outcome: { status, nextAttemptAt } });
        return accepted ? 'recorded' : 'superseded';
      },
      postpone: async (delivery, until, at) => void postponed.push({ delivery, at, until }),
      creations: (_, deliveries) => {
        expect(deliveries).toEqual([]);
        return [];
      },
    },
    gather: async (delivery) => ({ kind: 'send', delivery }),
    destinationOf: ({ url }) => url,
    consequencesOf: async () => NO_CONSEQUENCES,
  };
  return { deps, recorded, sent, claims, postponed, waits: timer.waits };
}

interface Given {
  claimed?: StoredDelivery | null;
  result?: SendResult | Error;
  accepted?: boolean;
}

const messageOf = (attempt: number, generation = 1): AttemptMessage =>
  nextAttemptOf(aDelivery({ attemptsMade: attempt - 1, generation }));

describe('attemptDelivery', () => {
  let lines: ReturnType<typeof capturedLog>;
  beforeEach(() => {
    lines = capturedLog();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('claims the delivery, sends once and records a success as delivered', async () => {
    const { deps, claims, sent, recorded, waits } = ports();
    await attemptDelivery(deps, messageOf(1));
    expect(claims).toEqual([messageOf(1)]);
    expect(sent).toEqual([{ delivery: aDelivery(), n: 1 }]);
    expect(recorded).toEqual([
      {
        delivery: aDelivery({ attemptsMade: 1 }),
        attempt: {
          n: 1,
          at: STARTED.toISOString(),
          statusCode: 200,
          error: null,
          durationMs: 2000,
          responseExcerpt: 'hello',
        },
        outcome: { status: 'delivered', nextAttemptAt: null },
      },
    ]);
    expect(waits).toEqual([]);
    expect(lines).toMatchObject([
      { event: 'delivery.attempted', status: 'delivered', delivery: aDelivery().id, attempt: 1 },
    ]);
  });

  it('carries the outcome and the times of the attempt into metrics, the delay for a first attempt only', async () => {
    const { deps } = ports({ result: answered(200) });
    await attemptDelivery(deps, messageOf(1));
    await attemptDelivery(deps, messageOf(2));
    const [first = [], second = []] = lines.map(metricsIn);
    const names = (metrics: typeof first) => metrics.map(({ name }) => name);
    expect(names(first)).toEqual(['deliveryAttempts', 'deliveryAnswerMs', 'deliveryDelayMs']);
    expect(names(second)).toEqual(['deliveryAttempts', 'deliveryAnswerMs']);
    expect(first[0]).toMatchObject({ value: 1, dimensions: { outcome: 'delivered' } });
  });

  it.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 3600],
  ])('waits after failure %i until %i s after the answer', async (n, seconds) => {
    const { deps, recorded, waits } = ports({ result: answered(500) });
    await attemptDelivery(deps, messageOf(n));
    const nextAttemptAt = plusSeconds(ANSWERED, seconds);
    expect(recorded.map(({ outcome }) => outcome)).toEqual([{ status: 'retrying', nextAttemptAt }]);
    expect(waits).toEqual([{ message: messageOf(n + 1), from: ANSWERED, seconds }]);
  });

  it('ends the delivery after the sixth failure', async () => {
    const { deps, recorded, waits } = ports({ result: answered(500) });
    await attemptDelivery(deps, messageOf(6));
    expect(recorded.map(({ outcome }) => outcome)).toEqual([{ status: 'failed', nextAttemptAt: null }]);
    expect(waits).toEqual([]);
  });

  it('waits as long as the receiver asks', async () => {
    const { deps, waits } = ports({ result: answered(429, { retryAfter: '77' }) });
    await attemptDelivery(deps, messageOf(1));
    expect(waits.map(({ seconds }) => seconds)).toEqual([77]);
  });

  it('repeats a deferred attempt under the same number, not before its time, and records no attempt', async () => {
    const claimed = aDelivery({ attemptsMade: 2 });
    const result = { kind: 'deferred', seconds: 70, reason: 'mail_rate' } as const;
    const { deps, recorded, postponed, waits } = ports({ claimed, result });
    expect(await attemptDelivery(deps, messageOf(3))).toBeNull();
    expect(recorded).toEqual([]);
    expect(postponed).toEqual([{ delivery: claimed, at: ANSWERED, until: plusSeconds(ANSWERED, 70) }]);
    expect(waits).toEqual([{ message: messageOf(3), from: ANSWERED, seconds: 71 }]);
    expect(lines).toMatchObject([
      { event: 'delivery.deferred', delivery: aDelivery().id, seconds: 70, why: 'mail_rate' },
    ]);
  });

  it('ends an undeliverable delivery after the attempt', async () => {
    const { deps, recorded, waits } = ports({ result: undeliverable('The subscription was deleted.') });
    await attemptDelivery(deps, messageOf(1));
    expect(recorded.map(({ outcome }) => outcome)).toEqual([{ status: 'failed', nextAttemptAt: null }]);
    expect(waits).toEqual([]);
  });

  it('starts the schedule again after a replay and continues the attempt numbers', async () => {
    const replayed = aDelivery({ generation: 2, attemptsMade: 6, generationStart: 6 });
    const first = ports({ claimed: replayed, result: answered(500) });
    await attemptDelivery(first.deps, messageOf(7, 2));
    expect(first.recorded[0]?.attempt.n).toBe(7);
    expect(first.waits).toEqual([{ message: messageOf(8, 2), from: ANSWERED, seconds: 5 }]);

    const last = ports({ claimed: replayed, result: answered(500) });
    await attemptDelivery(last.deps, messageOf(12, 2));
    expect(last.recorded[0]?.outcome.status).toBe('failed');
  });

  it('neither sends nor records when the claim fails', async () => {
    const { deps, sent, recorded, waits } = ports({ claimed: null });
    await attemptDelivery(deps, messageOf(1));
    expect([sent, recorded, waits]).toEqual([[], [], []]);
    expect(lines.map(({ event }) => event)).toEqual(['delivery.duplicate']);
  });

  it('sets no timer when another attempt took the delivery', async () => {
    const { deps, recorded, waits } = ports({ result: answered(500), accepted: false });
    await attemptDelivery(deps, messageOf(1));
    expect(recorded).toHaveLength(1);
    expect(waits).toEqual([]);
    expect(lines).toMatchObject([{ event: 'delivery.attempted', status: 'superseded' }]);
  });

  it('records the URL that the attempt used', async () => {
    const { deps, recorded } = ports({ result: answered(200, {}, 'https://moved.example/') });
    await attemptDelivery(deps, messageOf(1));
    expect(recorded[0]?.delivery.url).toBe('https://moved.example/');
  });

  it('throws a fault of the service and records nothing, so that the message comes again', async () => {
    const { deps, recorded, waits } = ports({ result: new Error('the data key is wrong') });
    await expect(attemptDelivery(deps, messageOf(1))).rejects.toThrow('the data key is wrong');
    expect([recorded, waits]).toEqual([[], []]);
  });

  it('throws when the timer cannot be set, after it recorded the attempt', async () => {
    const { deps, recorded } = ports({ result: answered(500) });
    const broken = { ...deps, timer: { wait: () => Promise.reject(new Error('SQS is down')) } };
    await expect(attemptDelivery(broken, messageOf(1))).rejects.toThrow('SQS is down');
    expect(recorded).toHaveLength(1);
  });

  it('returns how the receiver answered', async () => {
    const { deps } = ports({ result: answered(500) });
    const answer = { ok: false, error: 'The receiver answered 500.', at: ANSWERED, host: 'receiver.example' };
    expect(await attemptDelivery(deps, messageOf(1))).toMatchObject(answer);
  });

  it.each([
    ['nothing was sent', { result: undeliverable('The subscription was deleted.') }],
    ['the message is a duplicate', { claimed: null }],
    ['another attempt took the delivery', { accepted: false }],
  ])('returns null when %s', async (_what, given) => {
    expect(await attemptDelivery(ports(given).deps, messageOf(1))).toBeNull();
  });

  it('logs neither the body nor the excerpt', async () => {
    const { deps } = ports({ result: answered(500) });
    await attemptDelivery(deps, messageOf(1));
    expect(JSON.stringify(lines)).not.toMatch(/hello|alert\.fired/);
  });
});
