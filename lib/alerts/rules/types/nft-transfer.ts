import * as z from 'zod';
import { AnyAddress } from '../../../chains/any-address.ts';
import { isFungible } from '../../../chains/registry.ts';
import { comparedText } from '../../../values/fields.ts';
import { someTransfer, type TransferTest, test, tokenIs, tokenTerms } from '../port/conditions.ts';
import { checkEnds, ends, endsAre } from '../port/ends.ts';
import { purpose, withPurpose } from '../port/purpose.ts';
import { ruleType } from '../port/rule-type.ts';

/** The standard of a token decides whether the token is fungible. The chain families state this for each standard. */
const isNonFungible: TransferTest = test(
  'standard',
  'a standard of non-fungible tokens',
  ({ standard }) => standard,
  ({ standard }) => !isFungible(standard),
);

/**
 * Compares token ids as records store them: as decimal numbers on EVM chains, as hex in capitals on the XRP Ledger,
 * which a rule may write in any case. Two contracts may use the same token id.
 */
const tokenIdIs = (id: string | undefined): TransferTest[] =>
  id === undefined
    ? []
    : [
        test(
          'token_id',
          id,
          ({ tokenId }) => tokenId,
          ({ tokenId }) => tokenId?.toUpperCase() === id.toUpperCase(),
        ),
      ];

/** Matches a transfer of a non-fungible token. */
export const nftTransfer = ruleType(
  checkEnds(
    z.strictObject({
      ...ends,
      token_address: AnyAddress.optional(),
      token_id: comparedText(128).optional(),
      ...purpose,
    }),
  ),
  ({ token_address, token_id, ...conditions }) => ({
    ...withPurpose(
      conditions,
      someTransfer(isNonFungible, ...tokenIs(token_address), ...tokenIdIs(token_id), ...endsAre(conditions)),
    ),
    terms: tokenTerms(undefined, token_address) ?? ['nft'],
  }),
);
