import type { Queue } from '../../deliveries/delivery-queue.ts';
import { queueAttempts } from '../../deliveries/pending-delivery.ts';
import { conditionHeld, write } from '../../platform/table/write.ts';
import type { TransactionRepo } from '../../transactions/repo.ts';
import type { StoredTransfer } from '../../transactions/schema.ts';
import { sideOf } from '../../transactions/transfer-side.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { HOUR_MS } from '../../values/time.ts';
import type { StoredWallet } from '../../wallets/schema.ts';
import type { AlertDeps } from '../evaluation/alert-context.ts';
import { type DecideDeps, decide } from '../evaluation/decide.ts';
import { hasValue } from '../rules/port/parties.ts';
import { assetForm, isOfAsset } from '../rules/port/rule-asset.ts';
import type { SilenceConditions } from '../rules/port/silence-conditions.ts';
import type { StoredRule } from '../rules/schema.ts';
import { type Covered, silenceMatch } from './silence-alert.ts';
import { silenceWrite, type WalletSilence } from './silence-item.ts';

export interface JudgeSilenceDeps extends DecideDeps, AlertDeps {
  readonly transactions: Pick<TransactionRepo, 'walk'>;
  readonly queue: Queue;
  /** How far the records of a wallet are complete, on each of its chains. */
  readonly coverage: (organisationId: OrganisationId, wallet: StoredWallet) => Promise<readonly Covered[]>;
}

/** Blocks wait for their confirmations, and watchers for nodes: so long, a chain that is behind tells nobody. */
const GRACE_MS = 15 * 60_000;
/** Steps of at most one span each that a call takes. After months off, a rule needs many: the next call goes on. */
const MOST_STEPS = 100;
/** How soon to look again while a chain is behind. */
const AGAIN_MS = 5 * 60_000;
/** Records that are searched for one that counts. With more of others, nobody can tell. */
const MOST_RECORDS = 1_000;

/**
 * Judges whether a wallet was silent too long, and fires once until something comes again. The call may be repeated
 * and may stop anywhere: what was told is noted in the transaction of the decision.
 * @param seen what is known of the wallet. A new wallet, or a new rule, looks back as far as the rule asks.
 * @returns when to look again.
 */
export async function judgeSilence(
  deps: JudgeSilenceDeps,
  organisationId: OrganisationId,
  rule: StoredRule,
  conditions: SilenceConditions,
  wallet: StoredWallet,
  seen: WalletSilence | null,
): Promise<Date> {
  const now = deps.now().getTime();
  const spanMs = Number(conditions.hours) * HOUR_MS;
  const last = (after: number, to: number) => lastMatch(deps, organisationId, wallet, conditions, after, to);
  let since = seen === null ? Math.max(now - spanMs, Date.parse(wallet.createdAt)) : Date.parse(seen.since);
  let { episode, told }: Pick<WalletSilence, 'episode' | 'told'> = seen ?? { episode: 0, told: 'nothing' };
  let isUnclear = false;
  // After an alert, anything that came begins the next episode. Otherwise only what came in time prevents the alert.
  let to = told === 'silence' ? now : Math.min(now, since + spanMs);
  for (let n = 0; n < MOST_STEPS; n++) {
    const came = await last(since, to);
    isUnclear = came === 'too many records';
    if (typeof came !== 'number') break;
    since = came;
    if (told !== 'nothing') episode += 1;
    told = 'nothing';
    if (to === now) break;
    to = Math.min(now, since + spanMs);
  }
  const until = since + spanMs;
  const stateOf = (next: WalletSilence['told'], dueAt: number) => ({
    ...{ walletId: wallet.id, version: rule.version, since: iso(since), episode, told: next, dueAt: iso(dueAt) },
  });
  const store = async (dueAt: number): Promise<Date> => {
    await conditionHeld(write(deps.table, silenceWrite(organisationId, rule.id, seen, stateOf(told, dueAt))));
    return new Date(dueAt);
  };
  if (until > now) return store(until);
  if (told === 'silence') return store(now + spanMs);
  const covered = await deps.coverage(organisationId, wallet);
  const isCovered = !isUnclear && covered.every(({ to }) => to !== null && Date.parse(to) >= until);
  if (!isCovered && (told === 'unknown' || now < until + GRACE_MS)) return store(now + AGAIN_MS);
  const kind = isCovered ? 'silence' : 'unknown';
  // What comes after `until` can be silent again only one span later.
  const dueAt = isCovered ? Math.max(now + AGAIN_MS, until + spanMs) : now + AGAIN_MS;
  const finding = { organisationId, rule, conditions, wallet, kind, episode, covered } as const;
  const level = silenceWrite(organisationId, rule.id, seen, stateOf(kind, dueAt));
  const match = await silenceMatch(deps, { ...finding, since: iso(since), until: iso(until) }, level);
  const decision = await decide(deps, match);
  // Another run was faster, or the rule changed: the next run looks at what is there then.
  if (typeof decision === 'string') return new Date(now);
  if (decision.deliveries !== undefined) await queueAttempts(deps, decision.deliveries);
  return new Date(dueAt);
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** The block time of the newest record that counts, after one instant and up to another. Null without such a record. */
async function lastMatch(
  { transactions }: JudgeSilenceDeps,
  organisationId: OrganisationId,
  wallet: StoredWallet,
  conditions: SilenceConditions,
  after: number,
  to: number,
): Promise<number | 'too many records' | null> {
  const filters = { walletId: wallet.id, from: iso(after + 1), to: iso(to) };
  let read = 0;
  if (after >= to) return null;
  for await (const { records } of transactions.walk(organisationId, filters)) {
    const found = records.find(({ transfers }) => transfers.some((each) => counts(each, conditions)));
    if (found !== undefined) return Date.parse(found.blockTimestamp);
    read += records.length;
    if (read >= MOST_RECORDS) return 'too many records';
  }
  return null;
}

/** Payments between own wallets count too: the wallet got something, or paid. */
function counts(transfer: StoredTransfer, { direction, asset }: SilenceConditions): boolean {
  const side = sideOf(transfer);
  const wanted = direction === 'inbound' ? 'receives' : 'sends';
  const isOfSide = direction === undefined || side === undefined || side === 'both' || side === wanted;
  return isOfSide && hasValue(transfer) && isOfAsset(transfer, asset === undefined ? null : assetForm(asset));
}
