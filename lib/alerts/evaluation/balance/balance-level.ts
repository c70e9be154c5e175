import * as z from 'zod';
import { ifSame } from '../../../platform/table/if-same.ts';
import { levelKeys } from '../../../platform/table/level-keys.ts';
import { getItem, type Table } from '../../../platform/table/table.ts';
import type { Put } from '../../../platform/table/write.ts';
import type { OrganisationId } from '../../../values/ids.ts';
import { epochSeconds, plusDays } from '../../../values/time.ts';
import type { Passage } from '../../rules/port/balance-question.ts';

/** A level that is gone begins anew, from where the balance was before its next change. */
const KEPT_DAYS = 90;

const Past = z.enum(['below', 'above']).nullable();

/** The name of no question. A level with it begins anew, as after a change of the rule. */
export const NO_QUESTION = '';

/** The most passages that a reorganisation can take back. */
const MOST_PASSAGES = 8;

/** Where a rule has seen the balance of a wallet last. Each change raises the revision. */
export const BalanceLevel = z.object({
  /** What the rule asked: see `nameOf`. */
  of: z.string(),
  /** The bound that the balance is past; null while the rule is armed. */
  past: Past,
  /** The block up to which the rule has judged. Only a block that leaves the chain moves it back. */
  height: z.int(),
  /** The block with which the level began. A transaction up to this block is judged alone: what was past before it. */
  since: z.int(),
  /**
   * The last passages, the oldest first: after which block, what the balance was past before, and the transaction whose
   * evaluation told. When a check of balances did, the id of the alert; null for checks of earlier versions.
   */
  passages: z.array(
    z.object({
      height: z.int(),
      from: Past,
      by: z.object({ id: z.string(), inclusion: z.int() }).nullable(),
    }),
  ),
  revision: z.int(),
});
export type BalanceLevel = z.output<typeof BalanceLevel>;

/**
 * The level after these passages, judged up to a height. Keeps what another question has found out of it.
 * @param start from where the balance was followed: from the level, or from where a level begins.
 */
export function levelAfter(
  level: BalanceLevel | null,
  of: string,
  start: Pick<BalanceLevel, 'past' | 'since'>,
  found: readonly Passage[],
  height: number,
  by: BalanceLevel['passages'][number]['by'],
): Omit<BalanceLevel, 'revision'> {
  const before = level?.of === of ? level.passages : [];
  const passages = [...before, ...found.map(({ height: at, from }) => ({ height: at, from, by }))];
  const last = found.at(-1);
  return {
    ...{ of, past: last === undefined ? start.past : last.to, since: start.since },
    height: Math.max(level?.height ?? 0, height),
    passages: passages.slice(-MOST_PASSAGES),
  };
}

/** The level without the passages that `isGone` names and those after them. Null when none is gone. */
export function levelWithout(
  level: BalanceLevel,
  isGone: (passage: BalanceLevel['passages'][number]) => boolean,
): BalanceLevel | null {
  const n = level.passages.findIndex(isGone);
  const first = level.passages[n];
  if (first === undefined) return null;
  const height = Math.min(level.height, first.height - 1);
  return { ...level, past: first.from, height, passages: level.passages.slice(0, n) };
}

/** Whose level it is. */
interface LevelPlace {
  readonly organisationId: OrganisationId;
  readonly ruleId: string;
  readonly walletId: string;
  readonly chain: string;
}

const keyOf = ({ organisationId, ruleId, walletId, chain }: LevelPlace) =>
  levelKeys.balance(organisationId, ruleId, walletId, chain);

/** Strongly consistent. */
export const balanceLevel = (table: Table, place: LevelPlace): Promise<BalanceLevel | null> =>
  getItem(table, keyOf(place), BalanceLevel);

/** The write of a level, on condition that it is as it was read. */
export function balanceLevelWrite(
  place: LevelPlace,
  seen: BalanceLevel | null,
  next: Omit<BalanceLevel, 'revision'>,
  now: Date,
): Put {
  const ttl = epochSeconds(plusDays(now, KEPT_DAYS));
  const put = { ...keyOf(place), ...next, revision: (seen?.revision ?? 0) + 1, ttl };
  return { put, ...ifSame(seen, 'revision') };
}
