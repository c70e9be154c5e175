import { type Decision, eventIdOf } from '../../lib/alerts/evaluation/decision.ts';
import { cooldowns } from './cooldown-invariants.ts';
import {
  bulkReplays,
  deliveries,
  mutes,
  notifications,
  subscriptionHealth,
  throttlings,
} from './delivery-invariants.ts';
import { facts } from './fact-invariants.ts';
import { type Outcome, same, truthOf } from './outcome.ts';
import type { State } from './state.ts';
import { RULES, type RuleName } from './tenant.ts';
import { matches } from './truth.ts';

/** The violated invariants of an organisation when all work is done. */
export function violationsOf(outcome: Outcome): string[] {
  return [
    recorded,
    facts,
    evaluated,
    cooldowns,
    counted,
    notifications,
    deliveries,
    subscriptionHealth,
    throttlings,
    bulkReplays,
    mutes,
  ].flatMap((wrong) => wrong(outcome));
}

/** Every payment is recorded exactly once, with the block that holds the payment. No match waits any more. */
function recorded({ tenant, payments, state, chain }: Outcome): string[] {
  const expected = new Set(payments.map(({ hash }) => hash));
  const wrong = state.transactions
    .filter(({ hash }) => !expected.has(hash))
    .map(({ hash }) => `${hash} was never paid`);
  wrong.push(...state.deferred.map((entry) => `${entry} is still there`));
  for (const { hash, imported, sent } of payments) {
    const found = state.transactions.filter((each) => each.hash === hash && each.walletId === tenant.wallet);
    const [record] = found;
    const block = sent ? (chain.get(hash) ?? null) : null;
    if (found.length > 1) wrong.push(`${hash} is recorded ${found.length} times`);
    if (record === undefined) {
      if (imported || block !== null) wrong.push(`${hash} is not recorded`);
    } else if (block !== null && (record.blockHash !== block || record.reorged)) {
      wrong.push(`${hash} is in ${block}, recorded in ${record.blockHash}${record.reorged ? ', orphaned' : ''}`);
    } else if (block === null && record.blockHash !== null && !record.reorged) {
      wrong.push(`${hash} is in no block and not orphaned`);
    }
  }
  return wrong;
}

/** Every record is evaluated: each matching rule has one decision, and one event if the rule fired. */
function evaluated(outcome: Outcome): string[] {
  const { tenant, state } = outcome;
  const wrong = state.outboxEntries.map((entry) => `${entry} is still there`);
  for (const transaction of state.transactions.filter(({ reorged }) => !reorged)) {
    const truth = truthOf(outcome, transaction);
    for (const [name, id] of tenant.rules) {
      const decided = state.decisions.filter(
        ({ ruleId, transactionId, inclusion }) =>
          ruleId === id && transactionId === transaction.id && inclusion === transaction.inclusion,
      );
      const wanted = matches(nameOf(name), transaction, truth) ? 1 : 0;
      if (decided.length !== wanted)
        wrong.push(`${decided.length} decisions of ${name} on ${transaction.hash}, not ${wanted}`);
      const wrongly = decided.filter(({ outcome, reason }) => outcome !== 'fired' && !mayBe(name, reason));
      if (wrongly.length > 0) wrong.push(`${name} was suppressed`);
    }
  }
  const fired = state.decisions.filter(({ outcome }) => outcome === 'fired').map(eventIdOf);
  const events = state.events.map(({ id }) => id);
  if (!same(fired, events)) wrong.push(`decisions fired ${fired.join()}, events are ${events.join()}`);
  return [...wrong, ...state.decisions.flatMap((decision) => retracted(state, decision))];
}

/** Only one rule has a cooldown, and only one is muted. */
const mayBe = (rule: string, reason: Decision['reason']): boolean =>
  reason === 'muted' ? rule === 'muted' : rule === 'hourly';

const nameOf = (text: string): RuleName => {
  const name = (Object.keys(RULES) as RuleName[]).find((each) => each === text);
  if (name === undefined) throw new Error(`Unknown rule: ${text}`);
  return name;
};

/** An alert is retracted exactly if its transaction is no longer in the chain. */
function retracted({ transactions, events }: State, decision: Decision): string[] {
  const transaction = transactions.find(({ id }) => id === decision.transactionId);
  if (transaction === undefined) return [`a decision on ${decision.transactionId}, which does not exist`];
  if (decision.outcome !== 'fired') return [];
  const { reorged, inclusion, firstInclusion } = transaction;
  // An alert about what an import stated stays.
  const gone = decision.inclusion >= firstInclusion && (reorged || decision.inclusion < inclusion);
  const event = events.find(({ id }) => id === eventIdOf(decision));
  if (event?.transaction && event.transaction.hash !== transaction.hash)
    return [`the alert ${event.id} on ${transaction.hash} shows ${event.transaction.hash}`];
  const says = [decision.retraction !== null, event !== undefined && event.retractedAt !== null];
  return says.every((said) => said === gone) ? [] : [`${transaction.hash} gone ${gone}, retracted ${says.join()}`];
}

/**
 * The counters of each rule agree with its decisions. A rule suppresses a match only after another match fired. A match
 * that only an import had stated counts again when the rule decides again.
 */
function counted({ tenant, state, payments }: Outcome): string[] {
  const imports = payments.filter(({ imported }) => imported).length;
  return tenant.rules.flatMap(([name, id]) => {
    const of = (outcome: string) => state.decisions.filter((each) => each.ruleId === id && each.outcome === outcome);
    const { firedCount = 0, suppressedCount = 0 } = state.ruleStates.get(id) ?? {};
    const silent = of('suppressed').length + of('provisional').length;
    const says = `${firedCount} fired, ${suppressedCount} suppressed`;
    const decided = `${of('fired').length} fired, ${silent} suppressed, ${imports} imported`;
    const agrees =
      firedCount === of('fired').length && suppressedCount >= silent && suppressedCount <= silent + imports;
    const wrong = agrees ? [] : [`${name} counts ${says}; decided: ${decided}`];
    if (name === 'hourly' && silent > 0 && of('fired').length === 0)
      wrong.push(`${name} suppressed a match before any match fired`);
    return wrong;
  });
}
