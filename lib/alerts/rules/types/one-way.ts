import * as z from 'zod';
import { AmountBounds } from '../../../values/fields.ts';
import { directionIs, someTransfer, symbolIs, tokenTerms, transferTerms, valueUsdWithin } from '../port/conditions.ts';
import { ruleType } from '../port/rule-type.ts';
import { TokenSymbol } from './token-transfer.ts';

const oneWay = (direction: 'inbound' | 'outbound') =>
  ruleType(
    z.strictObject({ value_usd: AmountBounds.optional(), token_symbol: TokenSymbol.optional() }),
    ({ value_usd, token_symbol }) => ({
      ...someTransfer(...directionIs(direction), ...valueUsdWithin(value_usd), ...symbolIs(token_symbol)),
      terms: tokenTerms(token_symbol) ?? transferTerms(value_usd === undefined ? 'transfer' : 'priced', direction),
    }),
  );

/** Matches transfers in one direction only. A transfer between two wallets of the organisation matches neither type. */
export const inboundOnly = oneWay('inbound');
export const outboundOnly = oneWay('outbound');
