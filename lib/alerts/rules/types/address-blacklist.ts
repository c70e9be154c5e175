import * as z from 'zod';
import { AnyAddress, anyMatchForm } from '../../../chains/any-address.ts';
import { every, type Test, test } from '../port/conditions.ts';
import { few, isInOneOf } from '../port/counterparties.ts';
import type { Facts } from '../port/facts.ts';
import { isGroup, listNamed } from '../port/groups.ts';
import { partiesOf } from '../port/parties.ts';
import { type Evaluated, ruleType, type Term } from '../port/rule-type.ts';

/** An address, or all addresses of a list. */
const Flagged = z
  .string()
  .max(128)
  .refine(
    (text) => listNamed(text) !== undefined || AnyAddress.safeParse(text).success,
    'must be an address or list:<name>',
  );

/**
 * Matches when a flagged address is the sender, the recipient, the called contract, or a party of a transfer.
 * `list:<name>` flags all addresses of an address list.
 */
export const addressBlacklist = ruleType(
  z.strictObject({ addresses: z.array(Flagged).min(1).max(1000) }),
  ({ addresses }) => {
    const lists = addresses.filter(isGroup);
    const flagged = new Set(addresses.filter((each) => !isGroup(each)).map(anyMatchForm));
    const stated = `one of ${flagged.size} flagged addresses`;
    const found = (transaction: Evaluated, { parties }: Facts) =>
      partiesOf(transaction).filter(({ form }) => flagged.has(form) || isInOneOf(lists, parties?.get(form)));
    const isParty: Test<Evaluated> = {
      ...test<Evaluated>(
        'addresses',
        lists.length === 0 ? stated : `${flagged.size === 0 ? 'one' : `${stated}, or`} of ${few(lists)}`,
        (transaction, facts) => {
          const parties = found(transaction, facts);
          return parties.length > 0 ? parties.map(({ address }) => address) : null;
        },
        (transaction, facts) => found(transaction, facts).length > 0,
      ),
      ...(lists.length > 0 && { needs: { parties: lists } }),
    };
    return {
      ...every(isParty),
      // What a list contains is known only when a transaction is evaluated.
      ...(lists.length === 0 && { terms: [...flagged].map((form): Term => `address ${form}`) }),
    };
  },
  { matchesFailed: true, cooldownMinutes: 0 },
);
