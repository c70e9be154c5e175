import { createHash } from 'node:crypto';
import type { EvaluationMessage } from '../../lib/alerts/evaluation/evaluation-queue.ts';
import type { RetryTimer } from '../../lib/deliveries/retry-timer.ts';
import type { AttemptMessage } from '../../lib/deliveries/schema.ts';
import type { Deps } from '../../lib/platform/deps.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { derivedId } from '../../lib/values/ids.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import type { MatchesMessage } from '../../lib/watch/match-queue.ts';

/** Controlled dependencies: a clock that only the test moves, and ids and random bytes from a counter. */
export interface TestDeps extends Deps {
  /** Moves the clock forward. */
  advance(seconds: number): void;
  setNow(at: Date): void;
}

/** The counter never restarts, so two sets of dependencies over one table make different ids. */
let counted = 0;

export function testDeps(table: Table, start = '2026-03-01T12:00:00.000Z'): TestDeps {
  let at = new Date(start);
  return {
    stage: 'test',
    table,
    now: () => at,
    newId: () => derivedId('test', String(counted++)),
    randomBytes: (size) => createHash('shake256', { outputLength: size }).update(String(counted++)).digest(),
    advance(seconds) {
      at = plusSeconds(at, seconds);
    },
    setNow(now) {
      at = now;
    },
  };
}

/** A queue that records the sent messages. */
export function recordingQueue() {
  const sent: AttemptMessage[] = [];
  return { sent, send: async (messages: readonly AttemptMessage[]) => void sent.push(...messages) };
}

/** A queue in which no message waits when handover asks. */
export const emptied = <Q extends object>(queue: Q) => ({ ...queue, waiting: () => Promise.resolve(0) });

/** A queue of evaluations that records its messages. */
export function recordingEvaluations() {
  const sent: EvaluationMessage[] = [];
  return emptied({ sent, send: async (messages: readonly EvaluationMessage[]) => void sent.push(...messages) });
}

/** A queue of deferred matches that records its messages. */
export function recordingMatches() {
  const sent: MatchesMessage[] = [];
  return emptied({ sent, send: async (messages: readonly MatchesMessage[]) => void sent.push(...messages) });
}

/** A timer that records the waiting messages and their delays. */
export function recordingTimer() {
  const waits: { message: AttemptMessage; from: Date; seconds: number }[] = [];
  const timer: RetryTimer = {
    wait: async (message, from, seconds) => void waits.push({ message, from, seconds }),
  };
  return { waits, ...timer };
}
