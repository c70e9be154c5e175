import { createHmac } from 'node:crypto';
import type { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { hashOfMail } from './journal.ts';
import { type Outcome, same } from './outcome.ts';
import type { Heard } from './receivers.ts';
import type { State } from './state.ts';
import { EMAILS } from './tenant.ts';

/** Attempts of a schedule whose receiver never accepts: the first one and five retries. */
const ATTEMPTS = 6;

/** Every alert and retraction has one delivery for each channel, which tells of it and of nothing else. */
export function told({ tenant, state }: Outcome): string[] {
  const disabled = disabledIn(state);
  const lasting = tenant.webhooks.map(({ id }) => id).filter((id) => !disabled.has(id));
  return state.events.flatMap(({ id, ruleId, ruleName, retractedAt, transaction }) =>
    (retractedAt === null ? ['alert.fired'] : ['alert.fired', 'alert.retracted']).flatMap((kind) => {
      const made = state.deliveries.filter(({ eventId, eventKind }) => eventId === id && eventKind === kind);
      const to = made.flatMap(({ webhookId }) => (webhookId !== null && !disabled.has(webhookId) ? [webhookId] : []));
      const mails = made.filter(({ channel }) => channel.kind === 'email').length;
      const wrong = same(to, lasting) ? [] : [`${kind} of ${id} goes to ${to.join()}, not to ${lasting.join()}`];
      if (mails !== (ruleName === 'mailed' ? EMAILS.length : 0))
        wrong.push(`${kind} of ${id} (${ruleName}) has ${mails} mails`);
      for (const { id: delivery, body, webhookId } of made) {
        const says = [transaction.hash, ...(webhookId === null ? [] : [ruleId, kind])];
        if (!says.every((text) => body.includes(text))) wrong.push(`delivery ${delivery} does not tell of ${id}`);
      }
      return wrong;
    }),
  );
}

const disabledIn = ({ webhooks }: State): Set<string> =>
  new Set(webhooks.filter(({ isActive }) => !isActive).map(({ id }) => id));

/** Every delivery has ended, as its attempts and its receiver say. */
export function delivered(outcome: Outcome): string[] {
  const { tenant, state, heard, mails } = outcome;
  const wrong = [...heard]
    .filter(([id, { receiver }]) => tenant.receivers.includes(receiver) && !state.deliveries.some((of) => of.id === id))
    .map(([id, { receiver }]) => `${receiver} heard of ${id}, which is no delivery of its organisation`);
  for (const delivery of state.deliveries) {
    const { id, status, attemptsMade } = delivery;
    const numbers = state.attempts.filter((attempt) => attempt.delivery === id).map(({ n }) => n);
    const first = Array.from({ length: attemptsMade }, (_, i) => i + 1);
    if (status !== 'delivered' && status !== 'failed') wrong.push(`delivery ${id} is ${status}`);
    if (!same(numbers.map(String), first.map(String))) wrong.push(`delivery ${id} has attempts ${numbers.join()}`);
    if (delivery.webhookId !== null) wrong.push(...endedRightly(outcome, delivery, heard.get(id)));
    if (delivery.channel.kind === 'email') wrong.push(...mailed(delivery, mails.get(id) ?? new Set()));
  }
  return wrong;
}

function endedRightly({ tenant, state }: Outcome, delivery: StoredDelivery, heard: Heard | undefined): string[] {
  const { id, status, body, attemptsMade, generationStart, webhookId } = delivery;
  const wrong: string[] = [];
  if (status === 'delivered' && (heard?.accepted ?? 0) === 0) wrong.push(`nobody accepted delivery ${id}`);
  if (heard !== undefined) {
    const { receiver, secret = '' } = tenant.webhooks.find((webhook) => webhook.id === webhookId) ?? {};
    const signature = `sha256=${createHmac('sha256', secret).update(heard.body).digest('hex')}`;
    if (heard.body !== body) wrong.push(`delivery ${id} was posted with another body`);
    if (heard.receiver !== receiver) wrong.push(`delivery ${id} was posted to ${heard.receiver}, not to ${receiver}`);
    if (!same([...heard.signatures], [signature])) wrong.push(`delivery ${id} was signed with another secret`);
  }
  const givenUp = status === 'failed' && webhookId !== null && !disabledIn(state).has(webhookId);
  if (givenUp && attemptsMade - generationStart !== ATTEMPTS) {
    wrong.push(`delivery ${id} failed after ${attemptsMade - generationStart} attempts`);
  }
  return wrong;
}

/** `taken`: hashes of all that the mail service took of it. */
function mailed({ id, status, channel, body }: StoredDelivery, taken: ReadonlySet<string>): string[] {
  if (channel.kind !== 'email') return [];
  const said = hashOfMail({ to: [channel.to], ...JSON.parse(body) });
  const wrong = same([...taken], taken.size === 0 ? [] : [said]) ? [] : [`delivery ${id} was mailed as something else`];
  return status === 'delivered' && taken.size === 0 ? [...wrong, `nobody was mailed ${id}`] : wrong;
}

/** Why an attempt sent nothing: it tells nothing of its receiver. */
const UNSENT = /^The subscription/;

/** A subscription knows how its attempts went, and of one that was disabled everybody is told once. */
export function noted({ state }: Outcome): string[] {
  const wrong = state.webhooks.flatMap(({ id, consecutiveFailures, lastSuccessAt }) => {
    const own = new Set(state.deliveries.filter(({ webhookId }) => webhookId === id).map((delivery) => delivery.id));
    const failed = state.attempts.filter(
      ({ delivery = '', error }) => own.has(delivery) && error !== null && !UNSENT.test(error),
    ).length;
    // Attempts that end side by side have no order, but of one that never answered well all count.
    const counts = lastSuccessAt === null ? consecutiveFailures === failed : consecutiveFailures <= failed;
    return counts ? [] : [`subscription ${id} counts ${consecutiveFailures} of ${failed} failures`];
  });
  const mails = state.deliveries.filter(({ eventKind }) => eventKind === 'webhook.disabled').length;
  const disabled = disabledIn(state).size;
  if (mails !== disabled * EMAILS.length) wrong.push(`${mails} mails tell of ${disabled} disabled subscriptions`);
  return wrong;
}

/** Replays of many have ended, and each delivery that they count was begun anew. */
export function replayed({ state, restarts }: Outcome): string[] {
  const wrong = state.replays.flatMap(({ id, status, failure, total, replayed, skipped }) => {
    if (status !== 'completed') return [`replay ${id} is ${status}: ${failure}`];
    // Of those it was to replay, some may have been replayed one by one before it came to them.
    const lost = (total ?? 0) - replayed - skipped - restarts;
    return lost > 0 ? [`replay ${id} replayed ${replayed} and skipped ${skipped} of ${total}`] : [];
  });
  const begun = state.deliveries.reduce((sum, { generation }) => sum + generation - 1, 0);
  const counted = state.replays.reduce((sum, { replayed }) => sum + replayed, 0);
  if (counted > begun) wrong.push(`replays count ${counted} deliveries, ${begun} were begun anew`);
  return wrong;
}
