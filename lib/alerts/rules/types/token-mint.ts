import * as z from 'zod';
import { AnyAddress } from '../../../chains/any-address.ts';
import { both, every, someTransfer, symbolIs, tokenIs, typeIs } from '../port/conditions.ts';
import { ruleType } from '../port/rule-type.ts';
import { TokenSymbol } from './token-transfer.ts';

/** Matches a mint of a token to the wallet. If the rule names a token, one transfer must be of this token. */
export const tokenMint = ruleType(
  z.strictObject({ token_symbol: TokenSymbol.optional(), token_address: AnyAddress.optional() }),
  ({ token_symbol, token_address }) => {
    const isMint = every(typeIs('token_mint'));
    const tests = [...symbolIs(token_symbol), ...tokenIs(token_address)];
    return { ...(tests.length > 0 ? both(isMint, someTransfer(...tests)) : isMint), terms: ['type token_mint'] };
  },
);
