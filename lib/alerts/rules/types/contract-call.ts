import * as z from 'zod';
import { AnyAddress } from '../../../chains/any-address.ts';
import { ChainId, chainOf, familyOf } from '../../../chains/registry.ts';
import { sameAddress } from '../port/conditions.ts';
import { ruleType } from '../port/rule-type.ts';

/**
 * Matches any interaction with a contract: a call, a mint, and a transfer with a method name on a chain where only
 * calls have a method name (on EVM chains the `transfer` of a token).
 */
export const contractCall = ruleType(
  z.strictObject({ contract_address: AnyAddress.optional() }),
  ({ contract_address }) =>
    ({ chain, txType, methodName, toAddress, called }) => [
      {
        condition: 'contract_call',
        expected: 'a contract call',
        actual: methodName ?? txType,
        passed:
          txType === 'contract_call' ||
          txType === 'token_mint' ||
          (txType === 'transfer' && methodName !== null && methodMeansCall(chain)),
      },
      ...(contract_address === undefined
        ? []
        : [
            {
              condition: 'contract_address',
              expected: contract_address,
              actual: called ?? toAddress,
              passed: [called, toAddress].some((party) => party !== null && sameAddress(party, contract_address)),
            },
          ]),
    ],
  { matchesFailed: true },
);

function methodMeansCall(chain: string): boolean {
  const known = ChainId.safeParse(chain);
  return known.success && familyOf(chainOf(known.data).family).methodMeansCall;
}
