import { withLogContext } from '../../platform/log.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import { getItem, type Table } from '../../platform/table/table.ts';
import { conditionHeld, write } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import {
  type BalanceLevel,
  balanceLevel,
  balanceLevelWrite,
  levelWithout,
  NO_QUESTION,
} from '../evaluation/balance/balance-level.ts';
import { Decision, subjectDecisionKey } from '../evaluation/decision.ts';
import { type RetractionDeps, retractFired } from '../evaluation/retract.ts';

/** Records and other checks change the same level. */
const TRIES = 20;

/** A balance as a rule judges it. Amounts in whole units. */
export interface FoundBalance {
  /** `native`, or the match form of a token address. */
  readonly asset: string;
  readonly symbol: string;
  /** The balance at the last check; null when none is known. */
  readonly before: string | null;
  readonly amount: string;
}

/** What a check of balances has judged of the balance of a wallet after a block. */
export interface JudgedByCheck {
  /** The id of the alert, if there is one. */
  readonly id: string;
  readonly ruleId: string;
  readonly walletId: string;
  readonly height: number;
  /** Whether the rule began to follow the balance with this check. */
  readonly isFirst: boolean;
  readonly balance?: FoundBalance | undefined;
}

/**
 * Takes back what a rule has judged of a balance after a block that is no longer in the chain: retracts the alert, if
 * there is one, and moves the level back before the block, so that the next crossing fires. Also works for deleted
 * rules. The call may be repeated and may stop anywhere. The caller must repeat the call until the call returns.
 * @throws any error of the table or the queue. The caller may try again.
 */
export async function takeBackChecked(
  deps: RetractionDeps,
  organisationId: OrganisationId,
  chain: string,
  judged: JudgedByCheck,
): Promise<void> {
  await withLogContext({ organisation: organisationId }, async () => {
    await moveBack(deps, organisationId, chain, judged);
    const decision = await getItem(deps.table, subjectDecisionKey(organisationId, judged), Decision);
    if (decision !== null) await retractFired(deps, organisationId, decision, judged.id);
  });
}

async function moveBack(
  { table, now }: { readonly table: Table; now(): Date },
  organisationId: OrganisationId,
  chain: string,
  { id, ruleId, walletId, height, isFirst }: JudgedByCheck,
): Promise<void> {
  const place = { organisationId, ruleId, walletId, chain };
  await optimistically(`the balance that rule ${ruleId} judges`, TRIES, async () => {
    const level = await balanceLevel(table, place);
    const before = level && levelBefore(level, id, height);
    if (level === null || before === null) return 'as it was';
    // Where the balance was before this check is known from the lost block alone.
    const next = isFirst ? { ...before, of: NO_QUESTION } : before;
    return (await conditionHeld(write(table, balanceLevelWrite(place, level, next, now())))) ? 'moved' : undefined;
  });
}

/** The level without this judgement and those that followed from it. Null when the level does not rest on it. */
function levelBefore(level: BalanceLevel, id: string, height: number): BalanceLevel | null {
  const without = levelWithout(level, ({ by }) => by?.id === id);
  if (without !== null) return { ...without, height: Math.min(without.height, height - 1) };
  return level.height === height ? { ...level, height: height - 1 } : null;
}
