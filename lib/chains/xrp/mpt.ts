import { decodeAccountID } from 'xrpl/dist/npm/utils/index.js';
import * as z from 'zod';
import { type Add, type Change, mpt } from './asset.ts';
import { Integer, IssuanceId } from './schema.ts';

const Holding = z.object({
  Account: z.string(),
  MPTokenIssuanceID: IssuanceId,
  MPTAmount: Integer.default('0'),
});
const HoldingBefore = z.object({ MPTAmount: Integer.optional() });
const Issuance = z.object({ Issuer: z.string(), Sequence: z.int().min(0), OutstandingAmount: Integer.default('0') });
const IssuanceBefore = z.object({ OutstandingAmount: Integer.optional() });

/** A changed holding that does not state its previous amount. */
interface Silent {
  readonly account: string;
  readonly now: bigint;
}

/**
 * Adds the gains and losses of the holders of multi-purpose tokens (XLS-33).
 *
 * An entry leaves out an amount of zero, so a holding without a previous amount either kept its amount or had no amount
 * before. The issuance decides: the outstanding amount is the sum of all holdings, so the silent holder has the change
 * that the other holders do not explain. For a single holder, this also gives the change of an encrypted amount
 * (XLS-96).
 */
export function addTokens(changed: readonly Change[], add: Add): void {
  const unexplained = new Map<string, bigint>();
  const silent = new Map<string, Silent[]>();
  const explain = (id: string, units: bigint) => unexplained.set(id, (unexplained.get(id) ?? 0n) + units);
  for (const { type, isNew, before, after } of changed) {
    if (type === 'MPTokenIssuance') {
      const { Issuer, Sequence, OutstandingAmount } = Issuance.parse(after);
      const previous = isNew ? '0' : (IssuanceBefore.parse(before).OutstandingAmount ?? OutstandingAmount);
      explain(issuanceId(Issuer, Sequence), BigInt(OutstandingAmount) - BigInt(previous));
    }
    if (type === 'MPToken') {
      const { Account: account, MPTokenIssuanceID, MPTAmount } = Holding.parse(after);
      const id = MPTokenIssuanceID.toUpperCase();
      const previous = isNew ? '0' : HoldingBefore.parse(before).MPTAmount;
      const now = BigInt(MPTAmount);
      if (previous === undefined) {
        silent.set(id, [...(silent.get(id) ?? []), { account, now }]);
        continue;
      }
      add({ asset: mpt(id), account, before: BigInt(previous), after: now });
      explain(id, BigInt(previous) - now);
    }
  }
  for (const [id, holders] of silent) addSilent(id, holders, unexplained.get(id) ?? 0n, add);
}

function addSilent(id: string, holders: readonly Silent[], gap: bigint, add: Add): void {
  const total = holders.reduce((sum, { now }) => sum + now, 0n);
  // The entries do not state which of several holders had no amount before.
  if (gap !== 0n && gap !== total && holders.length > 1) return;
  for (const { account, now } of holders) {
    const gained = gap === 0n || holders.length === 1 ? gap : now;
    add({ asset: mpt(id), account, before: now - gained, after: now });
  }
}

/** @throws Error when the issuer is no classic address. */
const issuanceId = (issuer: string, sequence: number): string =>
  (sequence.toString(16).padStart(8, '0') + Buffer.from(decodeAccountID(issuer)).toString('hex')).toUpperCase();
