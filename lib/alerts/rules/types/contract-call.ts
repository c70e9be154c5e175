import * as z from 'zod';
import { AnyAddress } from '../../../chains/any-address.ts';
import { ChainId, chainOf } from '../../../chains/registry.ts';
import { sameAddress } from '../port/conditions.ts';
import { ruleType } from '../port/rule-type.ts';

/**
 * Matches any interaction with a contract: transactions of type contract call or token mint. On EVM chains it also
 * matches transfers that call a method, such as a token's `transfer`. On other chains plain payments have a method
 * name, too.
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
          (txType === 'transfer' && methodName !== null && isEvm(chain)),
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

function isEvm(chain: string): boolean {
  const known = ChainId.safeParse(chain);
  return known.success && chainOf(known.data).family === 'evm';
}
