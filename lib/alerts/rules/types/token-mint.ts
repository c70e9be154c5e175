import * as z from 'zod';
import { AnyAddress } from '../../../chains/any-address.ts';
import { someTransfer, symbolIs, tokenIs } from '../port/conditions.ts';
import { ruleType } from '../port/rule-type.ts';
import { TokenSymbol } from './token-transfer.ts';

/** Matches a mint of a token to the wallet. If the rule names a token, one transfer must be of this token. */
export const tokenMint = ruleType(
  z.strictObject({ token_symbol: TokenSymbol.optional(), token_address: AnyAddress.optional() }),
  ({ token_symbol, token_address }) => {
    const tests = [...symbolIs(token_symbol), ...tokenIs(token_address)];
    return (transaction) => [
      {
        condition: 'txType',
        expected: 'token_mint',
        actual: transaction.txType,
        passed: transaction.txType === 'token_mint',
      },
      ...(tests.length > 0 ? someTransfer(transaction, tests) : []),
    ];
  },
);
