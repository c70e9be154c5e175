import type { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { type Decision, eventIdOf } from '../../lib/rules/decide.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import type { Payment } from './actions.ts';
import type { Heard } from './receivers.ts';
import type { State } from './state.ts';
import { EMAILS, RULES, type RuleName, type Tenant } from './tenant.ts';

/** What the node says at the end: the block that a transaction is in; null when it is in none. */
export type Chain = ReadonlyMap<string, string | null>;

export interface Outcome {
  readonly tenant: Tenant;
  readonly payments: readonly Payment[];
  readonly state: State;
  readonly chain: Chain;
  readonly heard: ReadonlyMap<string, Heard>;
  /** Of each delivery, what the mail service took. */
  readonly mails: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Attempts of a schedule whose receiver never accepts: the first one and five retries. */
const ATTEMPTS = 6;

/** All that must hold of an organisation when everything has come to rest, and does not. */
export function broken(outcome: Outcome): string[] {
  return [...recorded(outcome), ...evaluated(outcome), ...counted(outcome), ...told(outcome), ...delivered(outcome)];
}

/** Every payment is recorded once, in the block that it is in. */
function recorded({ tenant, payments, state, chain }: Outcome): string[] {
  const expected = new Set(payments.map(({ hash }) => hash));
  const wrong = state.transactions.filter(({ hash }) => !expected.has(hash)).map(({ hash }) => `${hash} is nobody's`);
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

/** Whether a rule is to fire on a record, if its cooldown lets it: written anew here, not asked of the code under test. */
function matches(rule: RuleName, { status, transfers }: StoredTransaction): boolean {
  const { conditions } = { conditions: undefined, ...RULES[rule] };
  if (status !== 'success') return false;
  return transfers.some(({ direction }) => conditions === undefined || direction === conditions.direction);
}

/** Every record is evaluated: of every rule that matches it there is one decision, and an event if it fired. */
function evaluated({ tenant, state }: Outcome): string[] {
  const wrong = state.notes.map((note) => `${note} is left`);
  for (const transaction of state.transactions.filter(({ reorged }) => !reorged)) {
    for (const [name, id] of tenant.rules) {
      const made = state.decisions.filter(
        ({ ruleId, transactionId, inclusion }) =>
          ruleId === id && transactionId === transaction.id && inclusion === transaction.inclusion,
      );
      const wanted = matches(nameOf(name), transaction) ? 1 : 0;
      if (made.length !== wanted)
        wrong.push(`${made.length} decisions of ${name} on ${transaction.hash}, not ${wanted}`);
      if (made.some(({ outcome }) => outcome === 'suppressed') && name !== 'hourly')
        wrong.push(`${name} was suppressed`);
    }
  }
  const fired = state.decisions.filter(({ outcome }) => outcome === 'fired').map(eventIdOf);
  const events = state.events.map(({ id }) => id);
  if (!same(fired, events)) wrong.push(`decisions fired ${fired.join()}, events are ${events.join()}`);
  return [...wrong, ...state.decisions.flatMap((decision) => retracted(state, decision))];
}

const nameOf = (text: string): RuleName => {
  const name = (Object.keys(RULES) as RuleName[]).find((each) => each === text);
  if (name === undefined) throw new Error(`no rule ${text}`);
  return name;
};

/** An alert of what is no longer in the chain is taken back, and no other is. */
function retracted({ transactions, events }: State, decision: Decision): string[] {
  const transaction = transactions.find(({ id }) => id === decision.transactionId);
  if (transaction === undefined) return [`a decision on ${decision.transactionId}, which is not there`];
  if (decision.outcome === 'suppressed') return [];
  const gone = transaction.reorged || decision.inclusion < transaction.inclusion;
  const event = events.find(({ id }) => id === eventIdOf(decision));
  const says = [decision.retraction !== null, event !== undefined && event.retractedAt !== null];
  return says.every((said) => said === gone) ? [] : [`${transaction.hash} gone ${gone}, retracted ${says.join()}`];
}

/** Counters say what was decided, and of the rule with a cooldown no two alerts are closer than that. */
function counted({ tenant, state }: Outcome): string[] {
  return tenant.rules.flatMap(([name, id]) => {
    const of = (outcome: string) => state.decisions.filter((each) => each.ruleId === id && each.outcome === outcome);
    const { firedCount = 0, suppressedCount = 0 } = state.ruleStates.get(id) ?? {};
    const says = `${firedCount} fired, ${suppressedCount} suppressed`;
    const made = `${of('fired').length} fired, ${of('suppressed').length} suppressed`;
    const wrong = says === made ? [] : [`${name} counts ${says}; decided: ${made}`];
    if (name === 'hourly' && of('suppressed').length > 0 && of('fired').length === 0)
      wrong.push('suppressed by nothing');
    return wrong;
  });
}

/** Every alert and retraction has one delivery for each channel. */
function told({ tenant, state }: Outcome): string[] {
  const disabled = new Set(state.webhooks.filter(({ isActive }) => !isActive).map(({ id }) => id));
  const lasting = tenant.webhooks.filter((id) => !disabled.has(id));
  return state.events.flatMap(({ id, ruleName, retractedAt }) =>
    (retractedAt === null ? ['alert.fired'] : ['alert.fired', 'alert.retracted']).flatMap((kind) => {
      const made = state.deliveries.filter(({ eventId, eventKind }) => eventId === id && eventKind === kind);
      const to = made.flatMap(({ webhookId }) => (webhookId !== null && !disabled.has(webhookId) ? [webhookId] : []));
      const mails = made.filter(({ channel }) => channel.kind === 'email').length;
      const wrong = same(to, lasting) ? [] : [`${kind} of ${id} goes to ${to.join()}, not to ${lasting.join()}`];
      if (mails !== (ruleName === 'mailed' ? EMAILS.length : 0))
        wrong.push(`${kind} of ${id} (${ruleName}) has ${mails} mails`);
      return wrong;
    }),
  );
}

/** Every delivery has ended, as its attempts and its receiver say. */
function delivered({ state, heard, mails }: Outcome): string[] {
  const disabled = new Set(state.webhooks.filter(({ isActive }) => !isActive).map(({ id }) => id));
  const wrong = state.replays
    .filter(({ status }) => status !== 'completed')
    .map(({ id, status, failure }) => `replay ${id} is ${status}: ${failure}`);
  for (const delivery of state.deliveries) {
    const { id, status, attemptsMade } = delivery;
    const numbers = state.attempts.filter((attempt) => attempt.delivery === id).map(({ n }) => n);
    const first = Array.from({ length: attemptsMade }, (_, i) => i + 1);
    if (status !== 'delivered' && status !== 'failed') wrong.push(`delivery ${id} is ${status}`);
    if (!same(numbers.map(String), first.map(String))) wrong.push(`delivery ${id} has attempts ${numbers.join()}`);
    if (delivery.webhookId !== null) wrong.push(...endedRightly(delivery, heard.get(id), disabled));
    const taken = mails.get(id)?.size ?? 0;
    if (taken > 1) wrong.push(`delivery ${id} was mailed with ${taken} contents`);
    if (delivery.channel.kind === 'email' && status === 'delivered' && taken === 0)
      wrong.push(`nobody was mailed ${id}`);
  }
  return wrong;
}

function endedRightly(delivery: StoredDelivery, heard: Heard | undefined, disabled: ReadonlySet<string>): string[] {
  const { id, status, body, attemptsMade, generationStart, webhookId } = delivery;
  const wrong: string[] = [];
  if (status === 'delivered' && (heard?.accepted ?? 0) === 0) wrong.push(`nobody accepted delivery ${id}`);
  if (heard !== undefined && heard.body !== body) wrong.push(`delivery ${id} was posted with another body`);
  const givenUp = status === 'failed' && webhookId !== null && !disabled.has(webhookId);
  if (givenUp && attemptsMade - generationStart !== ATTEMPTS) {
    wrong.push(`delivery ${id} failed after ${attemptsMade - generationStart} attempts`);
  }
  return wrong;
}

/** Whether two lists hold the same, each as often. */
const same = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted());
