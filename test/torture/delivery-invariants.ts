import { createHmac } from 'node:crypto';
import { mailPage } from '../../lib/channels/email/mail-page.ts';
import type { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { hashOfMail } from './journal.ts';
import { type Outcome, same } from './outcome.ts';
import type { ReceivedPosts } from './receivers.ts';
import type { State } from './state.ts';
import { EMAILS } from './tenant.ts';

/** The attempts of a delivery that no receiver accepts: the first attempt and five retries. */
const ATTEMPTS = 6;

/** Every alert and every retraction has exactly one delivery per recipient, with a body about this alert. */
export function notifications({ tenant, state }: Outcome): string[] {
  const disabled = disabledIn(state);
  const off = turnedOff(state);
  const lasting = tenant.webhooks.map(({ id }) => id).filter((id) => !disabled.has(id));
  return state.events.flatMap(({ id, ruleId, ruleName, retractedAt, transaction }) =>
    (retractedAt === null ? ['alert.fired'] : ['alert.fired', 'alert.retracted']).flatMap((kind) => {
      const sent = state.deliveries.filter(({ eventId, eventKind }) => eventId === id && eventKind === kind);
      const to = sent.flatMap(({ webhookId }) => (webhookId !== null && !disabled.has(webhookId) ? [webhookId] : []));
      const mails = sent.filter(({ channel }) => channel.kind === 'email').length;
      const wrong = same(to, lasting) ? [] : [`${kind} of ${id} goes to ${to.join()}, not to ${lasting.join()}`];
      const people = sent.flatMap(({ channel }) =>
        off.has(channel.destinationId) ? [] : (channel.destinationId ?? []),
      );
      const hearing = tenant.destinations.filter((each) => each.rule === null || each.rule === ruleId);
      const wanted = hearing.map((each) => each.id).filter((each) => !off.has(each));
      if (!same(people, wanted)) wrong.push(`${kind} of ${id} goes to ${people.join()}, not to ${wanted.join()}`);
      if (mails !== (ruleName === 'mailed' ? EMAILS.length : 0))
        wrong.push(`${kind} of ${id} (${ruleName}) has ${mails} mails`);
      for (const { id: delivery, body, webhookId } of sent) {
        const says = [transaction?.hash ?? id, ...(webhookId === null ? [] : [ruleId, kind])];
        if (!says.every((text) => body.includes(text))) wrong.push(`delivery ${delivery} does not mention ${id}`);
      }
      return wrong;
    }),
  );
}

/** The destinations that the service turned off, because their vendor answered 410. */
const turnedOff = ({ destinations }: State): Set<string | undefined> =>
  new Set(destinations.filter(({ isActive }) => !isActive).map(({ id }) => id));

const disabledIn = ({ webhooks }: State): Set<string> =>
  new Set(webhooks.filter(({ isActive }) => !isActive).map(({ id }) => id));

/** Every delivery is finished, and its status agrees with its attempts and with the posts that its receiver got. */
export function deliveries(outcome: Outcome): string[] {
  const { tenant, state, received, mails } = outcome;
  const wrong = [...received]
    .filter(([id, { receiver }]) => tenant.receivers.includes(receiver) && !state.deliveries.some((of) => of.id === id))
    .map(([id, { receiver }]) => `${receiver} received ${id}, which is not a delivery of its organisation`);
  for (const delivery of state.deliveries) {
    const { id, status, attemptsMade } = delivery;
    const numbers = state.attempts.filter((attempt) => attempt.delivery === id).map(({ n }) => n);
    const first = Array.from({ length: attemptsMade }, (_, i) => i + 1);
    if (status === 'summarised') wrong.push(...summaryViolations(outcome, delivery));
    else if (!['delivered', 'failed', 'not_sent'].includes(status)) wrong.push(`delivery ${id} is ${status}`);
    if (!same(numbers.map(String), first.map(String))) wrong.push(`delivery ${id} has attempts ${numbers.join()}`);
    if (delivery.webhookId !== null) wrong.push(...webhookViolations(outcome, delivery, received.get(id)));
    if (delivery.channel.destinationId !== undefined) wrong.push(...messageViolations(outcome, delivery));
    if (delivery.channel.kind === 'email') wrong.push(...mailViolations(delivery, mails.get(id) ?? new Set()));
  }
  return wrong;
}

function webhookViolations(
  { tenant, state }: Outcome,
  delivery: StoredDelivery,
  posts: ReceivedPosts | undefined,
): string[] {
  const { id, status, body, attemptsMade, generationStart, webhookId } = delivery;
  const wrong: string[] = [];
  if (status === 'delivered' && (posts?.accepted ?? 0) === 0) wrong.push(`no receiver accepted delivery ${id}`);
  if (posts !== undefined) {
    const { receiver, secret = '' } = tenant.webhooks.find((webhook) => webhook.id === webhookId) ?? {};
    const signature = `sha256=${createHmac('sha256', secret).update(posts.body).digest('hex')}`;
    if (posts.body !== body) wrong.push(`delivery ${id} was posted with another body`);
    if (posts.receiver !== receiver) wrong.push(`delivery ${id} was posted to ${posts.receiver}, not to ${receiver}`);
    if (!same([...posts.signatures], [signature])) wrong.push(`delivery ${id} was signed with another secret`);
  }
  const givenUp = status === 'failed' && webhookId !== null && !disabledIn(state).has(webhookId);
  if (givenUp && attemptsMade - generationStart !== ATTEMPTS) {
    wrong.push(`delivery ${id} failed after ${attemptsMade - generationStart} attempts`);
  }
  return wrong;
}

/**
 * Another message tells of the alert: one about the same payment, or the summary of a burst, which states how many
 * alerts it counts. It goes to the same people.
 */
function summaryViolations({ state }: Outcome, { id, summaryId, channel, ruleId, eventId }: StoredDelivery): string[] {
  const summary = state.deliveries.find((each) => each.id === summaryId);
  if (summary === undefined) return [`delivery ${id} is summarised in ${summaryId}, which does not exist`];
  if (summary.eventKind === 'alert.fired') {
    const tells = eventId !== null && summary.tells?.includes(eventId) === true;
    const isSent = tells && same([key(summary.channel)], [key(channel)]);
    return isSent ? [] : [`delivery ${summaryId} does not tell of the alert of ${id}`];
  }
  const summarised = state.deliveries.filter((each) => each.summaryId === summaryId).length;
  const isRight =
    summary.eventKind === 'alert.summary' && summary.ruleId === ruleId && same([key(summary.channel)], [key(channel)]);
  const wrong = isRight ? [] : [`summary ${summaryId} of delivery ${id} is of others`];
  // A replay sends a delivery alone, so that the summary may count more.
  const [, stated = '0'] = /(\d+) more alert/.exec(summary.body) ?? [];
  return Number(stated) >= summarised ? wrong : [...wrong, `${summaryId} counts ${stated} of ${summarised} alerts`];
}

const key = (channel: StoredDelivery['channel']): string => JSON.stringify(Object.entries(channel).toSorted());

/** A message names its alert, or the most severe of those that it tells of, and comes to its own destination alone. */
function messageViolations({ tenant, state, messages }: Outcome, delivery: StoredDelivery): string[] {
  const { id, status, channel, eventId, eventKind, attemptsMade, generationStart, tells = [] } = delivery;
  const alerts = [...(eventId === null ? [] : [eventId]), ...tells];
  const { receiver } = tenant.destinations.find((each) => each.id === channel.destinationId) ?? {};
  const own = messages.filter(({ body }) => alerts.some((alert) => body.includes(alert)));
  const wrong = own.flatMap(({ receiver: to }) =>
    tenant.destinations.some((each) => each.receiver === to) ? [] : [`a message about ${eventId} came to ${to}`],
  );
  const isRetraction = eventKind === 'alert.retracted';
  const accepted = own.filter(
    (each) => each.receiver === receiver && each.accepted && /retracted/i.test(each.body) === isRetraction,
  );
  if (status === 'delivered' && eventId !== null && accepted.length === 0)
    wrong.push(`no destination accepted delivery ${id}`);
  const givenUp = status === 'failed' && !turnedOff(state).has(channel.destinationId);
  if (givenUp && attemptsMade - generationStart !== ATTEMPTS)
    wrong.push(`delivery ${id} failed after ${attemptsMade - generationStart} attempts`);
  return wrong;
}

/** @param taken the hashes of all mails of this delivery that the mail service accepted. */
function mailViolations({ id, status, channel, body }: StoredDelivery, taken: ReadonlySet<string>): string[] {
  if (channel.kind !== 'email') return [];
  const { html, ...mail } = JSON.parse(body);
  const said = hashOfMail({ to: [channel.to], ...mail, html: mailPage(html) });
  const wrong = same([...taken], taken.size === 0 ? [] : [said])
    ? []
    : [`delivery ${id} was mailed with another content`];
  return status === 'delivered' && taken.size === 0 ? [...wrong, `no mail of delivery ${id} was sent`] : wrong;
}

/** The error of an attempt that sent nothing. Such an attempt does not count as a failure of the receiver. */
const UNSENT = /^The subscription/;

/** Each throttling is mailed to every address once. */
export function throttlings({ state }: Outcome): string[] {
  const mails = state.deliveries.filter(({ eventKind }) => eventKind === 'wallet.throttled');
  const bySince = Map.groupBy(mails, ({ createdAt }) => createdAt);
  return [...bySince.values()].flatMap(({ length }) =>
    length === EMAILS.length ? [] : [`${length} mails report one throttling`],
  );
}

/** The health of each subscription agrees with its attempts, and each disabled subscription is reported once. */
export function subscriptionHealth({ state }: Outcome): string[] {
  const wrong = state.webhooks.flatMap(({ id, consecutiveFailures, lastSuccessAt }) => {
    const own = new Set(state.deliveries.filter(({ webhookId }) => webhookId === id).map((delivery) => delivery.id));
    const failed = state.attempts.filter(
      ({ delivery = '', error }) => own.has(delivery) && error !== null && !UNSENT.test(error),
    ).length;
    // Concurrent attempts have no order. The subscription must count all failures only if no attempt succeeded.
    const counts = lastSuccessAt === null ? consecutiveFailures === failed : consecutiveFailures <= failed;
    return counts ? [] : [`subscription ${id} counts ${consecutiveFailures} of ${failed} failures`];
  });
  const mails = state.deliveries.filter(({ eventKind }) => eventKind === 'webhook.disabled').length;
  const disabled = disabledIn(state).size;
  if (mails !== disabled * EMAILS.length) wrong.push(`${mails} mails report ${disabled} disabled subscriptions`);
  return wrong;
}

/**
 * The end of a mute makes one message, to the people whose alerts it has hidden: the chat. The message states each
 * transaction once, also a match that only an import had stated, which later facts may have replaced.
 */
export function mutes({ tenant, state, payments }: Outcome): string[] {
  const wrong = state.mutes.map((entry) => `${entry} is still there`);
  const hidden = new Set(
    state.decisions.filter(({ reason }) => reason === 'muted').map(({ transactionId }) => transactionId),
  ).size;
  const [ended, ...more] = state.deliveries.filter(({ eventKind }) => eventKind === 'mute.ended');
  if (more.length > 0) wrong.push(`the end of a mute has ${more.length + 1} messages`);
  if (ended === undefined) return hidden === 0 ? wrong : [...wrong, `no message counts ${hidden} muted matches`];
  const [, stated = '0'] = /(\d+) alerts? (?:was|were) not sent/.exec(ended.body) ?? [];
  const imports = payments.filter(({ imported }) => imported).length;
  if (Number(stated) < hidden || Number(stated) > hidden + imports) {
    wrong.push(`the end of a mute states ${stated} of ${hidden} matches`);
  }
  if (ended.channel.destinationId !== tenant.destinations[0]?.id) wrong.push(`the end of a mute went to ${ended.url}`);
  return wrong;
}

/** Every bulk replay is completed, and each counted delivery has a new generation. */
export function bulkReplays({ state, restarts }: Outcome): string[] {
  const wrong = state.replays.flatMap(({ id, status, failure, total, replayed, skipped }) => {
    if (status !== 'completed') return [`replay ${id} is ${status}: ${failure}`];
    // A single replay may have restarted some of these deliveries before the bulk replay reached them.
    const lost = (total ?? 0) - replayed - skipped - restarts;
    return lost > 0 ? [`replay ${id} replayed ${replayed} and skipped ${skipped} of ${total}`] : [];
  });
  const begun = state.deliveries.reduce((sum, { generation }) => sum + generation - 1, 0);
  const counted = state.replays.reduce((sum, { replayed }) => sum + replayed, 0);
  if (counted > begun) wrong.push(`replays count ${counted} deliveries, ${begun} have a new generation`);
  return wrong;
}
