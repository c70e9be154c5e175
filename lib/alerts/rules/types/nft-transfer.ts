import * as z from 'zod';
import { AnyAddress } from '../../../chains/any-address.ts';
import { isFungible } from '../../../chains/registry.ts';
import { Direction, name } from '../../../values/fields.ts';
import { directionIs, someTransfer, type TransferTest, tokenIs } from '../port/conditions.ts';
import { ruleType } from '../port/rule-type.ts';

/** The standard of a token decides whether the token is fungible. The chain families state this for each standard. */
const isNonFungible: TransferTest = ({ standard }) => ({
  condition: 'standard',
  expected: 'a standard of non-fungible tokens',
  actual: standard,
  passed: !isFungible(standard),
});

/**
 * Compares token ids as records store them: as decimal numbers on EVM chains. Two contracts may use the same token id.
 */
const tokenIdIs = (id: string | undefined): TransferTest[] =>
  id === undefined
    ? []
    : [({ tokenId }) => ({ condition: 'token_id', expected: id, actual: tokenId, passed: tokenId === id })];

/** Matches a transfer of a non-fungible token. */
export const nftTransfer = ruleType(
  z.strictObject({
    token_address: AnyAddress.optional(),
    token_id: name(128).optional(),
    direction: Direction.optional(),
  }),
  ({ token_address, token_id, direction }) =>
    (transaction) =>
      someTransfer(transaction, [
        isNonFungible,
        ...tokenIs(token_address),
        ...tokenIdIs(token_id),
        ...directionIs(direction),
      ]),
);
