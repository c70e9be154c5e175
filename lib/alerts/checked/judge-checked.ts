import type { Queue } from '../../deliveries/delivery-queue.ts';
import { queueAttempts } from '../../deliveries/pending-delivery.ts';
import { log } from '../../platform/log.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import { conditionHeld, transact, type Write } from '../../platform/table/write.ts';
import { derivedId, type OrganisationId } from '../../values/ids.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import type { StoredWallet } from '../../wallets/schema.ts';
import type { AlertDeps } from '../evaluation/alert-context.ts';
import { balanceLevel, balanceLevelWrite, levelAfter } from '../evaluation/balance/balance-level.ts';
import { type DecideDeps, decide } from '../evaluation/decide.ts';
import { stateMatch } from '../evaluation/state-match.ts';
import { balanceSentence } from '../evaluation/told-level.ts';
import { compileRule } from '../rules/compile-rule.ts';
import {
  type BalanceQuestion,
  type Bound,
  boundPast,
  crossingAmong,
  MOST_BALANCE_RULES,
  nameOf,
  passagesOf,
} from '../rules/port/balance-question.ts';
import { shownAsset } from '../rules/port/rule-asset.ts';
import { covers } from '../rules/port/wallet-selector.ts';
import type { RuleRepo } from '../rules/repo.ts';
import type { StoredRule } from '../rules/schema.ts';
import type { FoundBalance, JudgedByCheck } from './take-back.ts';

export interface JudgeCheckedDeps extends DecideDeps, AlertDeps {
  readonly rules: Pick<RuleRepo, 'find'>;
  readonly wallets: Pick<WalletRepo, 'byId' | 'owned'>;
  readonly queue: Queue;
}

/** A balance that a check of balances has found. */
export interface CheckedBalance extends FoundBalance {
  readonly chain: string;
  /** The block after which the wallet had the amount. */
  readonly height: number;
  /**
   * The writes that note with the block what a rule has judged, so that a reorganisation takes it back. Null when the
   * chain has another block by now.
   */
  noting(organisationId: OrganisationId, judged: JudgedByCheck): Promise<readonly Write[] | null>;
  /** Present when the chain has returned to the block: whether a retracted alert told of the balance. */
  readonly returned?: { readonly wasTold: boolean };
}

/** How often records, other checks or people may change the level or the rule. After that, the next check goes on. */
const TRIES = 20;

/**
 * Judges a balance that a check has found by the rules about balances of the organisation. A crossing fires without a
 * transaction. The call may be repeated and may stop anywhere: the level is changed in the transaction of the decision.
 * It costs a read of the version of the rules, and at most `MOST_BALANCE_RULES` levels of the wallet.
 */
export async function judgeChecked(
  deps: JudgeCheckedDeps,
  organisationId: OrganisationId,
  walletId: string,
  checked: CheckedBalance,
): Promise<void> {
  const { balanceRules } = await deps.currentRules(organisationId);
  const asking = balanceRules.filter(({ compiled }) => compiled().needs?.balance?.asset === checked.asset);
  if (asking.length === 0) return;
  const wallet = (await deps.wallets.byId(organisationId, [walletId])).get(walletId);
  if (wallet === undefined || wallet.deletedAt !== null) return;
  if (asking.length > MOST_BALANCE_RULES) log.warn('balance.too_many_rules', { organisation: organisationId });
  for (const { rule } of asking.slice(0, MOST_BALANCE_RULES)) {
    await judgeByRule(deps, organisationId, rule, wallet, checked);
  }
}

/** Judges a balance by one rule, in the version that the rule has by then. */
export async function judgeByRule(
  deps: JudgeCheckedDeps,
  organisationId: OrganisationId,
  rule: StoredRule,
  wallet: StoredWallet,
  checked: CheckedBalance,
): Promise<void> {
  let present: StoredRule | null = rule;
  await optimistically(`the balance that rule ${rule.id} judges`, TRIES, async () => {
    if (present === null) return 'gone';
    const outcome = await judgeOne(deps, organisationId, present, wallet, checked);
    if (outcome !== 'rule changed') return outcome;
    present = await deps.rules.find(organisationId, rule.id);
    return undefined;
  });
}

/** Undefined when a record or another check has changed the level meanwhile. */
async function judgeOne(
  deps: JudgeCheckedDeps,
  organisationId: OrganisationId,
  rule: StoredRule,
  wallet: StoredWallet,
  checked: CheckedBalance,
): Promise<'judged' | 'rule changed' | undefined> {
  const question = compileRule(rule).needs?.balance;
  if (!rule.isActive || question?.asset !== checked.asset || !covers(rule, wallet.id, wallet)) return 'judged';
  const { chain, asset, symbol, before, amount, height, returned } = checked;
  const place = { organisationId, ruleId: rule.id, walletId: wallet.id, chain };
  const level = await balanceLevel(deps.table, place);
  if (level !== null && level.height > height) return 'judged';
  const of = nameOf(question);
  const begins = { past: boundPast(question, before ?? amount), since: height };
  const start = level?.of === of ? level : begins;
  const passages = passagesOf(question, start.past, [{ height, amount }]);
  const crossing = crossingAmong(passages);
  if (level?.of === of && level.height === height && passages.length === 0) return 'judged';
  // What the check tells, no transaction before it tells again.
  const since = crossing === null ? start.since : -1;
  const revision = String(level?.revision ?? 0);
  const id = derivedId('event', rule.id, wallet.id, chain, String(height), revision);
  const after = levelAfter(level, of, { ...start, since }, passages, height, { id, inclusion: 0 });
  const balance = { asset, symbol, before, amount };
  const judged = { id, ruleId: rule.id, walletId: wallet.id, height, isFirst: start === begins, balance };
  const noting = await checked.noting(organisationId, judged);
  // The next check finds the balance after the other block.
  if (noting === null) return 'judged';
  const next = [balanceLevelWrite(place, level, after, deps.now()), ...noting];
  if (crossing === null) return (await conditionHeld(transact(deps.table, { next }))) ? 'judged' : undefined;
  const told = toldBy(question, crossing, wallet, checked);
  const isBack = returned?.wasTold ?? false;
  const match = await stateMatch(deps, { organisationId, rule, wallet, id, told, isBack }, next);
  const decision = await decide(deps, match);
  if (decision === 'rule changed') return decision;
  if (decision === 'level changed') return undefined;
  if (typeof decision === 'string') throw new Error(`a match without a transaction cannot be undecided: ${decision}`);
  log.info('rule.decided', { rule: rule.id, outcome: decision.outcome });
  if (decision.deliveries !== undefined) await queueAttempts(deps, decision.deliveries);
  return 'judged';
}

function toldBy(
  question: BalanceQuestion,
  { to }: { readonly to: Bound },
  { id, label }: StoredWallet,
  { chain, asset, symbol, amount }: CheckedBalance,
) {
  const bound = to === 'below' ? question.below : question.above;
  return {
    subject: { walletId: id, chain, asset: shownAsset(asset), symbol, level: amount },
    summary: balanceSentence(question, to, { label, amount, symbol }),
    reasons: [{ condition: to, expected: bound, actual: amount, passed: true }],
  };
}
