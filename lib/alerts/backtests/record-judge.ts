import type { StoredMute } from '../../organisations/mutes/schema.ts';
import type { HeldAssets } from '../../transactions/held-assets.ts';
import type { TransactionRepo } from '../../transactions/repo.ts';
import type { StoredTransaction } from '../../transactions/schema.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { rememberedWallets } from '../../wallets/remembered-wallets.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import { UNLIMITED } from '../evaluation/evaluation-budget.ts';
import { holdsIn, weightOf } from '../evaluation/match-weight.ts';
import { scopeOf } from '../evaluation/rule-match.ts';
import { compileRule } from '../rules/compile-rule.ts';
import { mutingBy } from '../rules/muting.ts';
import { type Facts, factsBeside } from '../rules/port/facts.ts';
import type { PartySource } from '../rules/port/groups.ts';
import { shortenedReason } from '../rules/port/reason.ts';
import type { Evaluated, Reason } from '../rules/port/rule-type.ts';
import { termsOf } from '../rules/port/terms.ts';
import { asksForGroups, covers } from '../rules/port/wallet-selector.ts';
import type { Match } from './checkpoint.ts';
import { rememberedParties } from './remembered-parties.ts';
import { dayIndex, type FrozenRule } from './schema.ts';

export interface JudgeDeps {
  readonly transactions: Pick<TransactionRepo, 'effects' | 'countRecentOfStored'>;
  readonly wallets: Pick<WalletRepo, 'byId'>;
  readonly parties: PartySource;
  readonly heldAssets: Pick<HeldAssets, 'among'>;
}

/** `muted`: a mute of that time covers the match. */
type Judged = Match | 'muted' | 'no match';

/** A record without these is not about the rule at all, and so no near miss. */
const NOT_NEAR: readonly string[] = ['walletIds', 'wallets', 'status'];
/** Records of a step that are looked at for near misses, because a rule may read the table for each. */
const MOST_TRIED = 200;

/** Judges records by a rule as the evaluation of their time did. Serves one step of one backtest. */
export function recordJudge(
  deps: JudgeDeps,
  organisationId: OrganisationId,
  rule: FrozenRule,
  { from, mutes }: { readonly from: string; readonly mutes: readonly StoredMute[] },
) {
  const { needs = {}, terms, matches, matched, evaluate } = compileRule(rule);
  const { counterparties, ...cheapNeeds } = needs;
  const wanted = terms === undefined ? null : new Set<string>(terms);
  const wallets = rememberedWallets(deps.wallets);
  const parties = rememberedParties(deps.parties);
  const { countRecentOfStored: countRecent, effects } = deps.transactions;

  /** All effects of the transaction, or those of the record when the others have expired. */
  async function whole(record: StoredTransaction): Promise<StoredTransaction> {
    const all = record.effects === null ? null : await effects.read(organisationId, record.id, record.effects);
    return all === null ? record : { ...record, ...all };
  }

  let tried = 0;

  const factsOf = (transaction: StoredTransaction, asked = needs) =>
    factsBeside({ organisationId, transaction, countRecent, wallets, parties })(asked);

  /** The facts of a record that matches. Counterparties are asked for last: conditions on them pass until then. */
  async function factsOfMatch(transaction: StoredTransaction): Promise<Facts | null> {
    const cheap = await factsOf(transaction, cheapNeeds);
    if (!matches(transaction, cheap)) return null;
    if (counterparties === undefined) return cheap;
    const facts = { ...cheap, ...(await factsOf(transaction, { counterparties })) };
    return matches(transaction, facts) ? facts : null;
  }

  const mayMatch = (transaction: Evaluated): boolean =>
    wanted === null || [...termsOf(transaction)].some((term) => wanted.has(term));

  const isMuted = (walletId: string, at: string): boolean =>
    mutingBy(mutes.filter(({ startedAt }) => startedAt <= at))(rule, walletId, at) !== null;

  return {
    async judge(record: StoredTransaction): Promise<Judged> {
      const transaction = await whole(record);
      if (!mayMatch(transaction)) return 'no match';
      const facts = await factsOfMatch(transaction);
      if (facts === null) return 'no match';
      const { id, walletId, createdAt: at, verified: isVerified, blockTimestamp } = record;
      if (isMuted(walletId, at)) return 'muted';
      const holds = holdsIn({ heldAssets: heldBefore(deps.heldAssets, at) }, organisationId, transaction, UNLIMITED);
      const { valueUsd: usd, isUnsolicited } = await weightOf(transaction, rule, matched(transaction, facts), holds);
      const scope = scopeOf({ rule, walletId, isVerified, isUnsolicited });
      return { id, at, day: dayIndex(from, blockTimestamp), scope, usd };
    },

    /** Whether the record fails a single condition. False for records beyond those that a step looks at. */
    async isNearMiss(record: StoredTransaction): Promise<boolean> {
      const isOfOther = !asksForGroups(rule) && !covers(rule, record.walletId, null);
      if (isOfOther || tried >= MOST_TRIED) return false;
      tried += 1;
      const transaction = await whole(record);
      const failed = evaluate(transaction, await factsOf(transaction)).reasons.filter(({ passed }) => !passed);
      return failed.length === 1 && failed.every(({ condition }) => !NOT_NEAR.includes(condition));
    },

    async explain(record: StoredTransaction): Promise<{ transactionId: string; reasons: Reason[] }> {
      const transaction = await whole(record);
      const { reasons } = evaluate(transaction, await factsOf(transaction));
      return { transactionId: record.id, reasons: reasons.map(shortenedReason) };
    },
  };
}

export type RecordJudge = ReturnType<typeof recordJudge>;

/** What wallets had held when a transaction was recorded. */
const heldBefore = (held: Pick<HeldAssets, 'among'>, before: string): Pick<HeldAssets, 'among'> => ({
  among: (organisationId, owner, tokens) => held.among(organisationId, owner, tokens, { before }),
});
