import type { Answer } from '../../local/aws/aws-answer.ts';
import type { Call } from './intercepted-call.ts';

/** Rare events that the harness counts, because a long run must meet each of them. */
export const OBSERVED = {
  page: 'page of a batch full',
  conflict: 'transaction conflict',
  partition: 'partition throttled',
  concurrency: 'function throttled',
  timeOut: 'function timed out',
  matches: 'matches deferred',
  wallets: 'wallets throttled',
  price: 'price failed',
  value: 'value set late',
  summary: 'burst summarised',
} as const;

/** The events of a long run. The first: the receiver of a delivery had no free permit. */
export const EXPECTED: readonly string[] = ['deferred, limit_full', ...Object.values(OBSERVED)];

/** The log lines of events. `why` is the reason of a deferred delivery. */
const LINES: readonly (readonly [line: RegExp, event: (why: string) => string])[] = [
  [/"event":"delivery\.deferred".*?"why":"(\w+)"/g, (why) => `deferred, ${why}`],
  [/"event":"matches\.throttled"/g, () => OBSERVED.wallets],
  [/"event":"delivery\.summarised"/g, () => OBSERVED.summary],
  [/"event":"price\.failed"/g, () => OBSERVED.price],
  [/"event":"values\.completed"[^\n]*?"settled":[1-9]/g, () => OBSERVED.value],
  [/"event":"function\.throttled"/g, () => OBSERVED.concurrency],
  [/"errorMessage":"\S+ Task timed out/g, () => OBSERVED.timeOut],
];

/** The events in lines of the log. */
export const eventsIn = (lines: string): string[] =>
  LINES.flatMap(([line, event]) => [...lines.matchAll(line)].map(([, why = '']) => event(why)));

/** The limits of DynamoDB that an answer shows. */
export function limitsIn({ status, body }: Answer): string[] {
  if (status === 200) return /"UnprocessedKeys":\{"/.test(body) ? [OBSERVED.page] : [];
  const isConflict = /TransactionConflict/.test(body);
  const isThrottled = /ThrottlingError|ProvisionedThroughputExceeded/.test(body);
  return [...(isConflict ? [OBSERVED.conflict] : []), ...(isThrottled ? [OBSERVED.partition] : [])];
}

/** Whether a call of a watcher says that it has deferred matches. */
export const deferralIn = ({ who, body }: Call): string[] =>
  who === 'watch-anvil' && /"QueueUrl":"[^"]*-matches"/.test(body) ? [OBSERVED.matches] : [];
