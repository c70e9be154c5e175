import * as z from 'zod';
import { AnyAddress, anyMatchForm } from '../../../chains/any-address.ts';
import type { StoredApproval } from '../../../transactions/schema.ts';
import { AmountBounds } from '../../../values/fields.ts';
import { amountWithin, some, symbolIs, type Test, test, tokenIs } from '../port/conditions.ts';
import { counterparties, spenderIsAmong } from '../port/counterparties.ts';
import { ruleType } from '../port/rule-type.ts';
import { TokenSymbol } from './token-transfer.ts';

type ApprovalTest = Test<StoredApproval>;

/** A record also shows the approvals by which others let the wallet spend. These approvals endanger no wallet. */
const isByWallet: ApprovalTest = test(
  'approval',
  'an approval by the wallet',
  ({ owner }) => owner,
  ({ isOwner }) => isOwner,
);

const isRevocation = (revoked: boolean): ApprovalTest =>
  test(
    'revoked',
    revoked,
    ({ approved }) => !approved,
    ({ approved }) => approved !== revoked,
  );

const isUnlimited = (wanted: boolean | undefined): ApprovalTest[] =>
  wanted === undefined
    ? []
    : [
        test(
          'unlimited',
          wanted,
          ({ unlimited }) => unlimited,
          ({ unlimited }) => unlimited === wanted,
        ),
      ];

/** @param among whether the spender must be among the addresses, or must not be. */
function spenderIs(condition: string, addresses: readonly string[] | undefined, among: boolean): ApprovalTest[] {
  if (addresses === undefined) return [];
  const listed = new Set(addresses.map(anyMatchForm));
  const expected = `${among ? 'one' : 'none'} of ${addresses.length} addresses`;
  return [
    test(
      condition,
      expected,
      ({ spender }) => spender,
      ({ spender }) => listed.has(anyMatchForm(spender)) === among,
    ),
  ];
}

const Addresses = z.array(AnyAddress).min(1).max(1000);

/** Matches when the wallet grants a right to spend, or with `revoked` when the wallet takes such a right back. */
export const approval = ruleType(
  z.strictObject({
    unlimited: z.boolean().optional(),
    amount: AmountBounds.optional(),
    spender_in: Addresses.optional(),
    spender_not_in: Addresses.optional(),
    ...counterparties,
    token_symbol: TokenSymbol.optional(),
    token_address: AnyAddress.optional(),
    revoked: z.boolean().default(false),
  }),
  ({ unlimited, amount, spender_in, spender_not_in, token_symbol, token_address, revoked, ...named }) => {
    const tests: ApprovalTest[] = [
      isRevocation(revoked),
      ...isUnlimited(unlimited),
      ...amountWithin(amount),
      ...spenderIs('spender_in', spender_in, true),
      ...spenderIs('spender_not_in', spender_not_in, false),
      ...spenderIsAmong(named),
      ...symbolIs(token_symbol),
      ...tokenIs(token_address),
    ];
    return { ...some(({ approvals }) => approvals, isByWallet, ...tests), terms: ['approval'] };
  },
  { cooldownMinutes: 0 },
);
