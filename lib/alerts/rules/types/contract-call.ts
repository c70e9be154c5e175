import * as z from 'zod';
import { AnyAddress, anyMatchForm } from '../../../chains/any-address.ts';
import { ChainId, chainOf, familyOf } from '../../../chains/registry.ts';
import { every, type Test, test } from '../port/conditions.ts';
import { type Evaluated, ruleType } from '../port/rule-type.ts';

const isCall: Test<Evaluated> = test(
  'contract_call',
  'a contract call',
  ({ methodName, txType }) => methodName ?? txType,
  ({ chain, txType, methodName }) =>
    txType === 'contract_call' ||
    txType === 'token_mint' ||
    (txType === 'transfer' && methodName !== null && methodMeansCall(chain)),
);

function calledIs(contract: string | undefined): Test<Evaluated>[] {
  if (contract === undefined) return [];
  const wanted = anyMatchForm(contract);
  return [
    test(
      'contract_address',
      contract,
      ({ called, toAddress }) => called ?? toAddress,
      ({ called, toAddress, furtherCalls = [] }) =>
        [called, toAddress, ...furtherCalls.map(({ to }) => to)].some(
          (party) => party !== null && anyMatchForm(party) === wanted,
        ),
    ),
  ];
}

/**
 * Matches any interaction with a contract: a call, a mint, and a transfer with a method name on a chain where only
 * calls have a method name (on EVM chains the `transfer` of a token).
 */
export const contractCall = ruleType(
  z.strictObject({ contract_address: AnyAddress.optional() }),
  ({ contract_address }) => ({
    ...every(isCall, ...calledIs(contract_address)),
    terms:
      contract_address === undefined
        ? ['type contract_call', 'type token_mint', 'method']
        : [`address ${anyMatchForm(contract_address)}`],
  }),
  { matchesFailed: true },
);

function methodMeansCall(chain: string): boolean {
  const known = ChainId.safeParse(chain);
  return known.success && familyOf(chainOf(known.data).family).methodMeansCall;
}
