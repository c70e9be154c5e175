import * as z from 'zod';
import { AnyAddress, anyMatchForm } from '../../../chains/any-address.ts';
import { ruleType } from '../port/rule-type.ts';

/** Matches when a flagged address is the sender, the recipient, the called contract, or a party of a transfer. */
export const addressBlacklist = ruleType(
  z.strictObject({ addresses: z.array(AnyAddress).min(1).max(1000) }),
  ({ addresses }) => {
    const flagged = new Set(addresses.map(anyMatchForm));
    return ({ fromAddress, toAddress, sender, called, transfers }) => {
      const ends = transfers.flatMap(({ from, to, senders = [] }) => [from, to, ...senders]);
      const parties = [fromAddress, toAddress, sender, called, ...ends];
      const found = parties.filter((party) => party !== null && flagged.has(anyMatchForm(party)));
      return [
        {
          condition: 'addresses',
          expected: `one of ${addresses.length} flagged addresses`,
          actual: found.length > 0 ? [...new Set(found)] : null,
          passed: found.length > 0,
        },
      ];
    };
  },
  { matchesFailed: true },
);
