import * as z from 'zod';
import { ifValid } from '../../../values/dependent-checks.ts';
import { AmountBounds } from '../../../values/fields.ts';
import {
  directionIs,
  someTransfer,
  symbolIs,
  tokenTerms,
  transferTerms,
  UnknownValue,
  valueTerm,
  valueUsdWithin,
} from '../port/conditions.ts';
import { purpose, withPurpose } from '../port/purpose.ts';
import { ruleType } from '../port/rule-type.ts';
import { TokenSymbol } from './token-transfer.ts';

const oneWay = (direction: 'inbound' | 'outbound') =>
  ruleType(
    z
      .strictObject({
        value_usd: AmountBounds.optional(),
        unknown_value: UnknownValue,
        token_symbol: TokenSymbol.optional(),
        ...purpose,
      })
      .refine(({ value_usd, unknown_value }) => value_usd !== undefined || unknown_value === undefined, {
        path: ['unknown_value'],
        message: 'needs value_usd',
        when: ifValid('value_usd', 'unknown_value'),
      }),
    ({ value_usd, unknown_value, token_symbol, ...why }) => ({
      ...withPurpose(
        why,
        someTransfer(...directionIs(direction), ...valueUsdWithin(value_usd, unknown_value), ...symbolIs(token_symbol)),
      ),
      terms: tokenTerms(token_symbol) ?? transferTerms(valueTerm(value_usd, unknown_value), direction),
    }),
  );

/** Matches transfers in one direction only. A transfer between two wallets of the organisation matches neither type. */
export const inboundOnly = oneWay('inbound');
export const outboundOnly = oneWay('outbound');
