import * as z from 'zod';
import { keys, prefixes } from '../../platform/table/keys.ts';
import { getItem, queryPrefix, type Table } from '../../platform/table/table.ts';
import { idPrefixIn } from '../../transactions/transaction-id.ts';
import { Instant } from '../../values/fields.ts';
import { derivedId, type OrganisationId } from '../../values/ids.ts';
import { Severity } from '../events/severity.ts';

/** When an alert was retracted, and the deliveries that announce the retraction. */
export const Retraction = z.object({ at: Instant, deliveryIds: z.array(z.string()) });
export type Retraction = z.output<typeof Retraction>;

/** Why a match makes no alert. */
export const SuppressedBy = z.enum(['cooldown', 'muted']);
export type SuppressedBy = z.output<typeof SuppressedBy>;

/**
 * A payment between two own wallets, as one of them sees it. The other wallet has a record of its own, with decisions
 * of its own.
 */
export const OwnPayment = z.object({
  chain: z.string(),
  hash: z.string(),
  isSender: z.boolean(),
  summary: z.string(),
});
export type OwnPayment = z.output<typeof OwnPayment>;

/**
 * The decision on a rule match of one inclusion of a transaction. Written once; later only the retraction is added. A
 * provisional decision may be replaced.
 */
export const Decision = z.object({
  ruleId: z.string(),
  transactionId: z.string(),
  inclusion: z.number().int(),
  outcome: z.enum(['fired', 'suppressed', 'provisional']),
  /**
   * Why the match is suppressed. Decisions of earlier versions lack this and the next three fields: a cooldown
   * suppressed them.
   */
  reason: SuppressedBy.nullable().default(null),
  /** The alert that stands for a match within its cooldown: the last alert of this cooldown. */
  eventId: z.string().nullable().default(null),
  /** The mute that covers the match, and counts it once. */
  muteId: z.string().nullable().default(null),
  /** The name of the rule, which may be deleted later. */
  ruleName: z.string().nullable().default(null),
  /** Of an alert, with the sentence about its rule: other messages to its recipients may tell of it. */
  severity: Severity.optional(),
  firesWhen: z.string().optional(),
  /** Of an alert about a payment between two own wallets. */
  ownPayment: OwnPayment.optional(),
  deliveryIds: z.array(z.string()),
  decidedAt: z.string(),
  retraction: Retraction.nullable(),
});
export type Decision = z.output<typeof Decision>;

/** All decisions on a transaction, for every inclusion, strongly consistent. */
export function decisionsOn(table: Table, organisationId: OrganisationId, transactionId: string): Promise<Decision[]> {
  const { pk } = keys.decision(organisationId, transactionId, 0, '');
  return queryPrefix(table, pk, prefixes.decisionsOn(transactionId), Decision);
}

/**
 * The same, and the alerts at the other end of a payment between two own wallets: that wallet has another record with
 * the same hash. One query.
 */
export async function decisionsOnPayment(
  table: Table,
  organisationId: OrganisationId,
  transactionId: string,
): Promise<Decision[]> {
  const { pk } = keys.decision(organisationId, transactionId, 0, '');
  const found = await queryPrefix(table, pk, prefixes.decisionsOnHash(idPrefixIn(transactionId)), Decision);
  const isOwn = (decision: Decision) => decision.transactionId === transactionId;
  const payment = found.filter(isOwn).find(({ ownPayment }) => ownPayment !== undefined)?.ownPayment;
  // Records of another hash have the same beginning very rarely. Two chains may have a transaction of the same hash.
  const isOtherEnd = ({ ownPayment: other }: Decision) =>
    other !== undefined && other.hash === payment?.hash && other.chain === payment.chain;
  return found.filter((decision) => isOwn(decision) || isOtherEnd(decision));
}

/** The id of the event of a rule match. Derived from the match, so that a repeated decision makes no second event. */
export const eventIdOf = ({
  ruleId,
  transactionId,
  inclusion,
}: Pick<Decision, 'ruleId' | 'transactionId' | 'inclusion'>): string =>
  derivedId('event', ruleId, transactionId, ...(inclusion === 0 ? [] : [String(inclusion)]));

/**
 * The order in which a message tells alerts. Of equal alerts, those of the wallet that pays come first. A decision of
 * an earlier version knows no severity, and comes last.
 */
export function mostSevereFirst(a: Decision, b: Decision): number {
  const rank = ({ severity }: Decision) => (severity === undefined ? -1 : Severity.options.indexOf(severity));
  const sends = ({ ownPayment }: Decision) => Number(ownPayment?.isSender ?? false);
  return rank(b) - rank(a) || sends(b) - sends(a) || (order(a) < order(b) ? -1 : 1);
}

/** The first that was decided comes first. */
const order = ({ decidedAt, ruleId }: Decision): string => `${decidedAt} ${ruleId}`;

/** No transaction returns to its chain more often. */
const MOST_INCLUSIONS = 1_000;

/** What leads from an event to its decision. */
interface OfDecision {
  readonly id: string;
  readonly ruleId: string;
  readonly transactionId: string | null;
}

/** The key of the decision that made an event without a transaction: the event itself stands for the transaction. */
export const subjectDecisionKey = (organisationId: OrganisationId, { id, ruleId }: Omit<OfDecision, 'transactionId'>) =>
  keys.decision(organisationId, id, 0, ruleId);

/** The decision that made an event. The id of the event tells which inclusion it was. Null when there is none. */
export async function decisionOf(
  table: Table,
  organisationId: OrganisationId,
  { id, ruleId, transactionId }: OfDecision,
): Promise<Decision | null> {
  if (transactionId === null) return getItem(table, subjectDecisionKey(organisationId, { id, ruleId }), Decision);
  for (let inclusion = 0; inclusion < MOST_INCLUSIONS; inclusion++) {
    if (eventIdOf({ ruleId, transactionId, inclusion }) !== id) continue;
    return getItem(table, keys.decision(organisationId, transactionId, inclusion, ruleId), Decision);
  }
  return null;
}
