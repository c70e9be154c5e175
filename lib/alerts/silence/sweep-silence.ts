import { log } from '../../platform/log.ts';
import { due } from '../../platform/table/due-keys.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { keys } from '../../platform/table/keys.ts';
import { levelKeys, levelPrefixes } from '../../platform/table/level-keys.ts';
import { queryPrefix } from '../../platform/table/table.ts';
import { conditionHeld, type Update, write } from '../../platform/table/write.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { HOUR_MS } from '../../values/time.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import type { StoredWallet } from '../../wallets/schema.ts';
import type { WalletListing } from '../../wallets/wallet-listing.ts';
import { SilenceConditions } from '../rules/port/silence-conditions.ts';
import { MOST_SWEPT_WALLETS, shownSelector } from '../rules/port/wallet-selector.ts';
import type { RuleRepo } from '../rules/repo.ts';
import type { StoredRule } from '../rules/schema.ts';
import { type JudgeSilenceDeps, judgeSilence } from './judge-silence.ts';
import { WalletSilence } from './silence-item.ts';

export interface SweepDeps extends JudgeSilenceDeps {
  readonly rules: Pick<RuleRepo, 'find'>;
  readonly wallets: Pick<WalletRepo, 'byId' | 'owned'>;
  readonly walletListing: Pick<WalletListing, 'selected'>;
}

/** Wallets that are judged at a time. */
const AT_ONCE = 4;
/** A rule for many wallets reads all of them in each sweep. */
const LEAST_PAUSE_MS = 60_000;

/**
 * Judges the wallets of a rule that are due, and notes when the next wallet is. A wallet that is new to the rule can be
 * silent no sooner than the rule asks, so the rule looks for new wallets so often. The call may be repeated and may
 * stop anywhere. The item of a rule that is gone, or is off, is deleted.
 * @param until the sweep begins no wallet after this time, and the next run goes on.
 */
export async function sweepSilence(
  deps: SweepDeps,
  organisationId: OrganisationId,
  ruleId: string,
  until: Date,
): Promise<void> {
  const key = levelKeys.silence(organisationId, ruleId);
  const rule = await deps.rules.find(organisationId, ruleId);
  if (rule === null || !rule.isActive || rule.ruleType !== 'silence') {
    await write(deps.table, { delete: key });
    return;
  }
  const conditions = SilenceConditions.parse(rule.conditions);
  const [wallets, known] = await Promise.all([
    walletsOf(deps, organisationId, rule),
    silences(deps, organisationId, ruleId),
  ]);
  const now = deps.now();
  let isOver = false;
  const dueTimes = await mapConcurrent(wallets, AT_ONCE, async (wallet) => {
    const seen = known.get(wallet.id) ?? null;
    const dueAt = seen === null || seen.version !== rule.version ? now : new Date(seen.dueAt);
    if (dueAt > now) return dueAt;
    if (deps.now() >= until) {
      isOver = true;
      return now;
    }
    return judgeSilence(deps, organisationId, rule, conditions, wallet, seen);
  });
  if (isOver) return;
  const latest = now.getTime() + Number(conditions.hours) * HOUR_MS;
  const next = dueTimes.reduce((first, each) => Math.min(first, each.getTime()), latest);
  const at = new Date(Math.max(next, now.getTime() + LEAST_PAUSE_MS)).toISOString();
  const { gsi3sk } = due.entry('SILENCE', organisationId, ruleId, at);
  // A change of the rule has made the item due meanwhile. Then the next sweep is needed at once.
  const moving: Update<object> = { update: key, set: { gsi3sk }, ...ifSame(rule, 'version') };
  const isMoved = await conditionHeld(write(deps.table, moving));
  log.info('silence.swept', { organisation: organisationId, rule: ruleId, wallets: wallets.length, next: at, isMoved });
}

async function silences({ table }: SweepDeps, organisationId: OrganisationId, ruleId: string) {
  const { pk } = keys.ruleState(organisationId, ruleId, 0);
  const found = await queryPrefix(table, pk, levelPrefixes.silences, WalletSilence);
  return new Map(found.map((each) => [each.walletId, each]));
}

/** The wallets that a rule covers now, at most as many as a rule may cover when a request makes it. */
async function walletsOf(
  { walletListing }: SweepDeps,
  organisationId: OrganisationId,
  rule: StoredRule,
): Promise<readonly StoredWallet[]> {
  const selector = shownSelector(rule).wallets;
  const { wallets, isComplete } = await walletListing.selected(organisationId, selector, MOST_SWEPT_WALLETS);
  if (!isComplete) log.warn('silence.too_many_wallets', { organisation: organisationId, rule: rule.id });
  return wallets;
}
