import * as z from 'zod';
import { ifValid } from '../../../values/dependent-checks.ts';
import { AmountBounds } from '../../../values/fields.ts';
import { someTransfer, symbolIs, tokenTerms, UnknownValue, valueTerm, valueUsdWithin } from '../port/conditions.ts';
import { checkEnds, type Ends, endsAre, sides, transferTerms } from '../port/ends.ts';
import { purpose, withPurpose } from '../port/purpose.ts';
import { ruleType } from '../port/rule-type.ts';
import { TokenSymbol } from './token-transfer.ts';

const oneWay = (direction: 'inbound' | 'outbound') =>
  ruleType(
    checkEnds(
      z.strictObject({
        ...sides,
        other_end: sides.other_end.default('outside'),
        value_usd: AmountBounds.optional(),
        unknown_value: UnknownValue,
        token_symbol: TokenSymbol.optional(),
        ...purpose,
      }),
      direction,
    ).refine(({ value_usd, unknown_value }) => value_usd !== undefined || unknown_value === undefined, {
      path: ['unknown_value'],
      message: 'needs value_usd',
      when: ifValid('value_usd', 'unknown_value'),
    }),
    ({ value_usd, unknown_value, token_symbol, ...conditions }) => {
      const ends = endsOf(direction, conditions);
      return {
        ...withPurpose(
          conditions,
          someTransfer(...endsAre(ends), ...valueUsdWithin(value_usd, unknown_value), ...symbolIs(token_symbol)),
        ),
        terms: tokenTerms(token_symbol) ?? transferTerms(valueTerm(value_usd, unknown_value), ends),
      };
    },
  );

/** A direction means an other end outside. */
const endsOf = (direction: 'inbound' | 'outbound', { other_end, side: _, ...named }: Ends): Ends =>
  other_end === 'outside'
    ? { direction, ...named }
    : { side: direction === 'outbound' ? 'sends' : 'receives', other_end, ...named };

/**
 * Matches transfers in one direction only. Unless the conditions state another end, a transfer between two wallets of
 * the organisation matches neither type.
 */
export const inboundOnly = oneWay('inbound');
export const outboundOnly = oneWay('outbound');
