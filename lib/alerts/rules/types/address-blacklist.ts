import * as z from 'zod';
import { AnyAddress, anyMatchForm } from '../../../chains/any-address.ts';
import { every, type Test, test } from '../port/conditions.ts';
import { type Evaluated, ruleType, type Term } from '../port/rule-type.ts';
import { partiesOf } from '../port/terms.ts';

/** Matches when a flagged address is the sender, the recipient, the called contract, or a party of a transfer. */
export const addressBlacklist = ruleType(
  z.strictObject({ addresses: z.array(AnyAddress).min(1).max(1000) }),
  ({ addresses }) => {
    const flagged = new Set(addresses.map(anyMatchForm));
    const isParty: Test<Evaluated> = test(
      'addresses',
      `one of ${addresses.length} flagged addresses`,
      (transaction) => {
        const found = partiesOf(transaction).filter(({ form }) => flagged.has(form));
        return found.length > 0 ? found.map(({ address }) => address) : null;
      },
      (transaction) => partiesOf(transaction).some(({ form }) => flagged.has(form)),
    );
    return { ...every(isParty), terms: [...flagged].map((form): Term => `address ${form}`) };
  },
  { matchesFailed: true, cooldownMinutes: 0 },
);
