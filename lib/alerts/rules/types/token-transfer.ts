import * as z from 'zod';
import { AnyAddress } from '../../../chains/any-address.ts';
import { ifValid } from '../../../values/dependent-checks.ts';
import { AmountBounds, comparedText } from '../../../values/fields.ts';
import { amountWithin, someTransfer, symbolIs, tokenIs, tokenTerms } from '../port/conditions.ts';
import { checkEnds, ends, endsAre } from '../port/ends.ts';
import { purpose, withPurpose } from '../port/purpose.ts';
import { ruleType } from '../port/rule-type.ts';

/** One or more token symbols. Any contract may claim a symbol, except those of listed tokens. */
export const TokenSymbol = z.union([comparedText(64), z.array(comparedText(64)).min(1).max(100)]);

/** Matches a transfer of a specific token. */
export const tokenTransfer = ruleType(
  checkEnds(
    z.strictObject({
      ...ends,
      token_symbol: TokenSymbol.optional(),
      token_address: AnyAddress.optional(),
      amount: AmountBounds.optional(),
      ...purpose,
    }),
  ).refine(({ token_symbol, token_address }) => token_symbol !== undefined || token_address !== undefined, {
    path: ['token_symbol'],
    message: 'token_symbol or token_address is required',
    when: ifValid('token_symbol', 'token_address'),
  }),
  ({ token_symbol, token_address, amount, ...conditions }) => ({
    ...withPurpose(
      conditions,
      someTransfer(
        ...symbolIs(token_symbol),
        ...tokenIs(token_address),
        ...amountWithin(amount),
        ...endsAre(conditions),
      ),
    ),
    terms: tokenTerms(token_symbol, token_address),
  }),
);
