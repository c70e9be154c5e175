import { getItem } from '../../platform/table/table.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { Decision, subjectDecisionKey } from '../evaluation/decision.ts';
import { type CheckedBalance, type JudgeCheckedDeps, judgeByRule } from './judge-checked.ts';
import type { JudgedByCheck } from './take-back.ts';

/**
 * Judges again what a rule has judged of a balance after a block to which the chain has returned. `takeBackChecked` has
 * taken the judgement back, and no later check finds a change: the balance that the table has is right again. An alert
 * that was retracted is told again, whatever the cooldown or a mute says. The call may be repeated and may stop
 * anywhere.
 * @throws any error of the table or the queue. The caller must try again.
 */
export async function judgeAgain(
  deps: JudgeCheckedDeps,
  organisationId: OrganisationId,
  judged: JudgedByCheck,
  at: Pick<CheckedBalance, 'chain' | 'noting'>,
): Promise<void> {
  const { ruleId, walletId, height, balance } = judged;
  if (balance === undefined) return;
  const [rule, wallets, decision] = await Promise.all([
    deps.rules.find(organisationId, ruleId),
    deps.wallets.byId(organisationId, [walletId]),
    getItem(deps.table, subjectDecisionKey(organisationId, judged), Decision),
  ]);
  const wallet = wallets.get(walletId);
  const isWatched = wallet?.deletedAt === null && wallet.watch && wallet.chains.includes(at.chain);
  if (rule === null || wallet === undefined || !isWatched) return;
  const returned = { wasTold: decision?.outcome === 'fired' };
  await judgeByRule(deps, organisationId, rule, wallet, { ...at, ...balance, height, returned });
}
