import * as z from 'zod';
import { sameAddress } from '../conditions.ts';
import { ruleType } from '../rule-type.ts';

/** Any interaction with a contract: a call told as such, or any transaction that called a method. */
export const contractCall = ruleType(
  z.strictObject({ contract_address: z.string().min(1).max(128).optional() }),
  ({ contract_address }) =>
    ({ txType, methodName, toAddress, called }) => [
      {
        condition: 'contract_call',
        expected: 'a contract call',
        actual: methodName ?? txType,
        passed: txType === 'contract_call' || (txType !== 'contract_deploy' && methodName !== null),
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
