import type { Decision } from '../../lib/alerts/evaluation/decision.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { type Outcome, truthOf } from './outcome.ts';
import { RULES } from './tenant.ts';
import { breaksThrough, type Truth, usdOf } from './truth.ts';

const COOLDOWN_MS = RULES.hourly.cooldownMinutes * 60_000;

/**
 * Of the rule with a cooldown: what a stranger's contracts log suppresses no payment and makes one alert at most. A
 * payment that is ten times larger than what fired is not suppressed.
 */
export function cooldowns(outcome: Outcome): string[] {
  const { tenant, state, payments } = outcome;
  const [, id] = tenant.rules.find(([name]) => name === 'hourly') ?? [];
  const records = new Map(state.transactions.map((record) => [record.id, record]));
  const decided = state.decisions.flatMap((decision) => {
    const record = records.get(decision.transactionId);
    return decision.ruleId === id && record !== undefined
      ? [{ decision, record, truth: truthOf(outcome, record) }]
      : [];
  });
  const wrong: string[] = [];
  for (const isFake of [true, false]) {
    const lane = decided.filter(({ truth }) => isFakeOnly(truth) === isFake);
    const fired = lane.filter(({ decision }) => decision.outcome === 'fired');
    const suppressed = lane.filter(({ decision }) => decision.outcome === 'suppressed');
    if (suppressed.length > 0 && fired.length === 0)
      wrong.push(`hourly suppressed ${isFake ? 'fakes' : 'payments'} although none of them fired`);
    if (isFake) wrong.push(...tooClose(fired));
    const values = fired.flatMap(({ record, truth }) => {
      const stated = payments.find(({ hash, imported }) => imported && hash === record.hash)?.stated;
      return [truth, ...(stated === undefined ? [] : [stated])].map(usdOf);
    });
    for (const { decision, record, truth } of suppressed) {
      const isPresent = !record.reorged && decision.inclusion === record.inclusion;
      if (isPresent && breaksThrough(usdOf(truth), values)) wrong.push(`hourly suppressed ${record.hash}`);
    }
  }
  return wrong;
}

/** Whether a stranger's contracts can make such a transaction without paying the wallet. */
const isFakeOnly = ({ ether }: Truth): boolean => ether === null;

/** Alerts that a stranger alone caused within one cooldown. A transaction whose alert was retracted may fire again. */
function tooClose(fired: readonly { readonly decision: Decision; readonly record: StoredTransaction }[]): string[] {
  const valid = fired.filter(({ decision }) => decision.retraction === null);
  const times = valid.map(({ record }) => Date.parse(record.createdAt)).sort((a, b) => a - b);
  return times.flatMap((time, n) => {
    const after = time - (times[n - 1] ?? Number.NEGATIVE_INFINITY);
    return after < COOLDOWN_MS ? [`strangers made two alerts of hourly within ${after / 1000} s`] : [];
  });
}
