import * as z from 'zod';
import { AnyAddress, anyMatchForm } from '../../../chains/any-address.ts';
import type { Lookalike } from '../../../chains/likeness.ts';
import { type Dealing, dealingName, dealingsOfApproval, dealingsOfTransfer } from '../../../transactions/dealings.ts';
import type { StoredApproval, StoredTransfer } from '../../../transactions/schema.ts';
import { otherEndsOf } from '../../../transactions/transfer-side.ts';
import { type Test, type TransferTest, test } from './conditions.ts';
import type { Facts } from './facts.ts';
import { type Group, isGroup } from './groups.ts';

/** A counterparty that a rule names: an address, or one of many by a group. */
const Named = z
  .string()
  .max(128)
  .refine(
    (text) => isGroup(text) || AnyAddress.safeParse(text).success,
    'must be an address, list:<name>, own_wallets or address_book',
  );
const Several = z.array(Named).min(1).max(100);

/** The conditions of every rule about transfers or approvals on the other end. */
export const counterparties = {
  counterparty_in: Several.optional().describe(
    'Each counterparty is one of these: an address, `list:<name>` for an address list, `own_wallets`, or ' +
      '`address_book`. The counterparty of a token transfer is its other end, and of an approval its spender',
  ),
  counterparty_not_in: Several.optional().describe('No counterparty is one of these, written as in `counterparty_in`'),
  first_time: z
    .literal(true)
    .optional()
    .describe(
      'The wallet has never dealt with the counterparty in this direction. Dust, nothing, and unpriced tokens of ' +
        'strangers make nobody known',
    ),
  lookalike: z
    .literal(true)
    .optional()
    .describe(
      'The counterparty looks like an address that the wallet has paid or the address book has, and is another',
    ),
};
export type Counterparties = z.output<z.ZodObject<typeof counterparties>>;

/** An address that takes part, and whether the record itself says that the address is an own wallet. */
interface Party {
  readonly address: string;
  readonly isOwn?: boolean;
}

/** The parties of a transfer or of an approval that conditions look at. */
interface Looked<T> {
  partiesOf(thing: T): readonly Party[];
  dealingsOf(thing: T): readonly Dealing[];
  lookalikesOf(thing: T): readonly (Lookalike | null | undefined)[];
  /** Whether the record says which parties are own wallets, so that nobody need look. */
  readonly saysOwn: boolean;
}

type SummedTransfer = StoredTransfer & { readonly legs?: readonly StoredTransfer[] };

/**
 * A sum has the counterparties of each of its transfers. The record says of each transfer whether it was internal: an
 * own wallet that sent together with others does not count as an own wallet.
 */
const ofTransfer: Looked<SummedTransfer> = {
  partiesOf: (transfer) =>
    (transfer.legs ?? [transfer]).flatMap((leg) =>
      otherEndsOf(leg).map((address) => ({ address, isOwn: leg.direction === 'internal' })),
    ),
  dealingsOf: (transfer) => (transfer.legs ?? [transfer]).flatMap((leg) => dealingsOfTransfer(leg, {})),
  lookalikesOf: (transfer) => (transfer.legs ?? [transfer]).map(({ lookalike }) => lookalike),
  saysOwn: true,
};

const ofApproval: Looked<StoredApproval> = {
  partiesOf: ({ spender }) => [{ address: spender }],
  dealingsOf: (approval) => dealingsOfApproval(approval, {}),
  lookalikesOf: ({ lookalike }) => [lookalike],
  saysOwn: false,
};

/** The tests of the counterparties of a transfer. A sum passes when each counterparty of its transfers passes. */
export const counterpartiesAre = (given: Counterparties): TransferTest[] => testsOf(ofTransfer, given);

/** The tests of the spender of an approval. */
export const spenderIsAmong = (given: Counterparties): Test<StoredApproval>[] => testsOf(ofApproval, given);

const testsOf = <T>(
  looked: Looked<T>,
  { counterparty_in, counterparty_not_in, first_time, lookalike }: Counterparties,
): Test<T>[] => [
  ...amongTest(looked, 'counterparty_in', counterparty_in, true),
  ...amongTest(looked, 'counterparty_not_in', counterparty_not_in, false),
  ...(first_time ? [firstTest(looked)] : []),
  ...(lookalike ? [lookalikeTest(looked)] : []),
];

function lookalikeTest<T>({ lookalikesOf }: Looked<T>): Test<T> {
  return test<T>(
    'lookalike',
    true,
    (thing) => few(lookalikesOf(thing).flatMap((each) => each?.of ?? [])) || false,
    (thing) => lookalikesOf(thing).every((each) => each !== null && each !== undefined),
  );
}

function firstTest<T>({ dealingsOf }: Looked<T>): Test<T> {
  const passes = (thing: T, { firsts }: Facts): boolean => {
    const dealings = dealingsOf(thing);
    return dealings.length > 0 && dealings.every((dealing) => firsts === undefined || firsts.has(dealingName(dealing)));
  };
  return { ...test<T>('first_time', true, passes, passes), needs: { firsts: true } };
}

/** @param wanted whether each party must be among the named, or none may be. */
function amongTest<T>(
  { partiesOf, saysOwn }: Looked<T>,
  condition: string,
  named: readonly string[] | undefined,
  wanted: boolean,
): Test<T>[] {
  if (named === undefined) return [];
  const addresses = new Set(named.filter((each) => !isGroup(each)).map(anyMatchForm));
  const groups = named.filter(isGroup);
  const asked = saysOwn ? groups.filter((group) => group !== 'own_wallets') : groups;
  const namesOwn = groups.includes('own_wallets');
  const passes = ({ address, isOwn = false }: Party, { counterparties: known }: Facts): boolean => {
    const form = anyMatchForm(address);
    if (addresses.has(form) || (namesOwn && isOwn)) return wanted;
    // The watcher, who bounds records, asks without facts. What may pass then stays in the record.
    if (asked.length > 0 && known === undefined) return true;
    return isInOneOf(asked, known?.get(form)) === wanted;
  };
  return [
    {
      ...test<T>(
        condition,
        few(named),
        (thing) => few(partiesOf(thing).map(({ address }) => address)),
        (thing, facts) => partiesOf(thing).every((party) => passes(party, facts)),
      ),
      ...(asked.length > 0 && { needs: { counterparties: asked } }),
    },
  ];
}

export const isInOneOf = (groups: readonly Group[], known: ReadonlySet<Group> | undefined): boolean =>
  known !== undefined && groups.some((group) => known.has(group));

/** Names in a reason. A rule names up to 100, and a sum may have thousands of counterparties. */
const MOST_SHOWN = 3;

/** The names, each once, cut to what a person reads. */
export function few(names: readonly string[]): string {
  const each = [...new Set(names)];
  const more = each.length - MOST_SHOWN;
  return `${each.slice(0, MOST_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
